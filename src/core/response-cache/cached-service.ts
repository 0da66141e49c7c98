import { z } from 'zod'
import { type Age, type Failure, FailureError } from '../infra/failure.ts'
import { isUnreachable } from '../../shared/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import type { Page } from '../../shared/service/index.ts'
import type { AccountService } from '../accounts/account-service.ts'
import type { CallOptions } from '../service-client/service-client.ts'
import { type CacheKey, createCacheKey } from './cache-key.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** The service as one account, for one call of a screen that only shows what it gets. */
export interface CachedService extends AccountService {
  /** The age of the oldest cached answer that was given; undefined where all are fresh. */
  age(): Age | undefined
  /** How many entries of lists could not be read and were left out. */
  skipped(): number
}

export interface CachedServicePorts {
  answers: ResponseCache
  /** Whether an account's instance couldn't be reached the last time. */
  isUnreachable(account: string): boolean
  /** Called with every cached answer that is given. */
  onCachedAnswer(account: string, answer: unknown): void
}

/** Milliseconds to wait for a service that couldn't be reached before, where there is a cached answer. */
const patienceMs = 4_000

/** Caches every answer, and gives the last one where the service can't be reached. Never for reads before a write. */
export function createCachedService(
  service: AccountService,
  { answers, isUnreachable: isKnownCutOff, onCachedAnswer: gave }: CachedServicePorts,
): CachedService {
  const { account } = service
  let age: Age | undefined
  let skipped = 0

  async function reading<T>(
    asked: CacheKey | undefined,
    shape: z.ZodType,
    options: CallOptions | undefined,
    read: (options: CallOptions | undefined) => Promise<T>,
  ): Promise<T> {
    if (!asked) return read(options)
    const turn = answers.writeCount(account)
    const find = () => fitting(answers.find(account, asked), shape)
    const hurried = isKnownCutOff(account) && find() ? hurry(options) : options
    try {
      const answer = await read(hurried)
      answers.store(account, asked, answer, turn)
      return answer
    } catch (error) {
      const failure = whyCutOff(error)
      const kept = failure && find()
      if (!kept) throw error
      if (!age || kept.asOf < age.asOf) age = { asOf: kept.asOf, failure }
      gave(account, kept.answer)
      return kept.answer as T
    }
  }

  return {
    account,
    age: () => age,
    skipped: () => skipped,
    call: (row, input, options) =>
      reading(createCacheKey(row, input, 'one'), row.returns, options, (how) =>
        service.call(row, input, how),
      ),
    async page(row, input, cursor, options) {
      const asked = createCacheKey(row, input, 'page', cursor)
      const page = await reading(asked, pageOf(row), options, (how) =>
        service.page(row, input, cursor, how),
      )
      skipped += page.skipped ?? 0
      return page
    },
    // Callers that read a whole list store it themselves.
    requestPage: (row, input, cursor, options) => service.requestPage(row, input, cursor, options),
    all: (row, input, options) =>
      reading(
        createCacheKey(row as AnyEndpoint, input, 'all'),
        row.returns,
        options,
        async (how) => {
          let missing = 0
          const onSkipped = (count: number) => void (missing += count)
          const items = await service.all(row, input, { ...how, onSkipped })
          skipped += missing
          return items
        },
      ),
  }
}

/** The service as one account, which answers from the cache alone: nothing is asked, and what is not cached is a failure. */
export function createOfflineService(
  account: string,
  { answers, onCachedAnswer: gave }: Pick<CachedServicePorts, 'answers' | 'onCachedAnswer'>,
): CachedService {
  let age: Age | undefined
  let skipped = 0

  async function cached<T>(asked: CacheKey | undefined, shape: z.ZodType): Promise<T> {
    const kept = asked && fitting(answers.find(account, asked), shape)
    if (!kept) throw new FailureError(notCached)
    if (!age || kept.asOf < age.asOf) age = { asOf: kept.asOf }
    gave(account, kept.answer)
    return kept.answer as T
  }

  return {
    account,
    age: () => age,
    skipped: () => skipped,
    call: (row, input) => cached(createCacheKey(row, input, 'one'), row.returns),
    async page(row, input, cursor) {
      const page = await cached<Page<unknown>>(
        createCacheKey(row, input, 'page', cursor),
        pageOf(row),
      )
      skipped += page.skipped ?? 0
      return page
    },
    requestPage: () => Promise.reject(new FailureError(notCached)),
    all: (row, input) => cached(createCacheKey(row as AnyEndpoint, input, 'all'), row.returns),
  }
}

const notCached: Failure = { kind: 'offline', message: message('service.notCached') }

function hurry(options: CallOptions = {}): CallOptions {
  const patience = AbortSignal.timeout(patienceMs)
  const { signal } = options
  return { ...options, once: true, signal: signal ? AbortSignal.any([signal, patience]) : patience }
}

/** Why the service couldn't be reached; undefined where it was, or where the call was cancelled. */
function whyCutOff(error: unknown): Failure | undefined {
  if (error instanceof FailureError) return isUnreachable(error.failure) ? error.failure : undefined
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') return undefined
  return {
    kind: 'timeout',
    message: message('service.stillWaiting'),
    hint: message('service.retriesAutomatically'),
  }
}

const pageOf = ({ returns }: AnyEndpoint) =>
  z.object({
    items: returns,
    next: z.string().optional(),
    total: z.number().optional(),
    skipped: z.number().optional(),
  })

/** An answer that an older Latchkey cached may not fit its row now. */
function fitting(kept: CachedResponse | undefined, shape: z.ZodType): CachedResponse | undefined {
  const checked = kept && shape.safeParse(kept.answer)
  return checked?.success ? { asOf: kept!.asOf, answer: checked.data } : undefined
}
