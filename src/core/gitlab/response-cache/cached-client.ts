import { createFailureError } from '../../platform/failures.ts'
import { z } from 'zod'
import {
  type UnformattedAge,
  type UnformattedFailure,
  FailureError,
} from '../../platform/failure.ts'
import { isUnreachable } from '../../../shared/rules/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../gitlab-client.ts'
import type { CallOptions } from '../target.ts'
import { type CacheKey, createCacheKey } from './cache-key.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** A client for one account, for one read-only call by a screen. */
export interface CachedClient extends GitLabClient {
  /** The age of the oldest cached response that was used; undefined if all are fresh. */
  age(): UnformattedAge | undefined
  /** Number of unreadable list entries that were omitted. */
  skipped(): number
}

export interface CachedClientOptions {
  answers: Pick<ResponseCache, 'find' | 'store' | 'writeCount'>
  /** Whether an account's instance was unreachable last time. */
  isUnreachable(account: string): boolean
  /** Called on every cache hit. */
  onCachedAnswer(account: string, answer: unknown): void
}

/** How long (ms) to wait for an instance that was unreachable before if there is a cached response. */
const maxWaitMs = 4_000

/** Caches every response, and returns the last one if GitLab can't be reached. Never use it for reads before a write. */
export function createCachedClient(
  gitlab: GitLabClient,
  { answers, isUnreachable: wasUnreachable, onCachedAnswer }: CachedClientOptions,
): CachedClient {
  const { account } = gitlab
  let age: UnformattedAge | undefined
  let skipped = 0

  async function read<T>(
    key: CacheKey | undefined,
    schema: z.ZodType,
    options: CallOptions | undefined,
    send: (options: CallOptions | undefined) => Promise<T>,
  ): Promise<T> {
    if (!key) return send(options)
    const writeCount = answers.writeCount(account)
    const find = () => parseCached(answers.find(account, key), schema)
    try {
      const answer = await send(wasUnreachable(account) && find() ? withMaxWait(options) : options)
      answers.store(account, key, answer, writeCount)
      return answer
    } catch (error) {
      const failure = unreachableFailure(error)
      const cached = failure && find()
      if (!cached) throw error
      const { asOf } = cached
      if (!age || asOf < age.asOf) age = { asOf, ...(error !== notCachedError && { failure }) }
      onCachedAnswer(account, cached.answer)
      return cached.answer as T
    }
  }

  return {
    account,
    age: () => age,
    skipped: () => skipped,
    call: (endpoint, input, options) =>
      read(createCacheKey(endpoint, input, 'one'), endpoint.returns, options, (how) =>
        gitlab.call(endpoint, input, how),
      ),
    async page(endpoint, input, cursor, options) {
      const key = createCacheKey(endpoint, input, 'page', cursor)
      const page = await read(key, pageSchema(endpoint), options, (how) =>
        gitlab.page(endpoint, input, cursor, how),
      )
      skipped += page.skipped ?? 0
      return page
    },
    // Callers of this one store the list themselves.
    requestPage: (endpoint, input, cursor, options) =>
      gitlab.requestPage(endpoint, input, cursor, options),
    all: (endpoint, input, options) =>
      read(
        createCacheKey(endpoint as AnyEndpoint, input, 'all'),
        endpoint.returns,
        options,
        async (how) => {
          let missing = 0
          const onSkipped = (count: number) => void (missing += count)
          const items = await gitlab.all(endpoint, input, { ...how, onSkipped })
          skipped += missing
          if (missing > 0) options?.onSkipped?.(missing)
          return items
        },
      ),
  }
}

const notCachedError = createFailureError('service.notCached')

/** A client that only uses the cache: it never sends requests, and uncached calls fail. */
export function createOfflineClient(
  account: string,
  options: Omit<CachedClientOptions, 'isUnreachable'>,
): CachedClient {
  const fail = () => Promise.reject(notCachedError)
  const gitlab: GitLabClient = { account, call: fail, page: fail, requestPage: fail, all: fail }
  return {
    ...createCachedClient(gitlab, { ...options, isUnreachable: () => false }),
    isOffline: true,
  }
}

function withMaxWait(options: CallOptions = {}): CallOptions {
  const timeout = AbortSignal.timeout(maxWaitMs)
  const { signal } = options
  return { ...options, once: true, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
}

/** Why GitLab couldn't be reached; undefined if it was, or if the call was canceled. */
function unreachableFailure(error: unknown): UnformattedFailure | undefined {
  if (error instanceof FailureError) return isUnreachable(error.failure) ? error.failure : undefined
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') return undefined
  return {
    kind: 'timeout',
    message: message('service.stillWaiting'),
    hint: message('service.retriesAutomatically'),
  }
}

const pageSchema = ({ returns }: AnyEndpoint) =>
  z.object({
    items: returns,
    next: z.string().optional(),
    total: z.number().optional(),
    skipped: z.number().optional(),
  })

/** A response cached by an older Latchkey may not match the current schema. */
function parseCached(
  cached: CachedResponse | undefined,
  schema: z.ZodType,
): CachedResponse | undefined {
  const parsed = cached && schema.safeParse(cached.answer)
  return parsed?.success ? { asOf: cached!.asOf, answer: parsed.data } : undefined
}
