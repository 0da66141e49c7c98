import { createFailureError } from '../../platform/failures.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { type ServerFilterName, serverFilters } from '../../../shared/rules/directory-columns.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'
import {
  type ListProblem,
  ListProgress,
  repeatedPage,
} from '../../../shared/rules/list-progress.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { maxEntriesOfCopy } from '../../list-copy/copy-limits.ts'
import { dropOldest } from '../../list-copy/drop-oldest.ts'

/** The users that the service returns for filters that the copy can't answer. */
export interface ServerAnswer {
  /** Absent if the service ignores all these filters. */
  ids?: ReadonlySet<number>
  /** Filters that the service ignores because it doesn't support them. */
  ignored: readonly ServerFilterName[]
  /** Distinguishes this answer from earlier ones. */
  stamp: number
}

/** The part of a filter that only the service can answer. */
type Question = Pick<DirectoryFilter, ServerFilterName | 'extern_uid'>

/** Which filters a copy's rows can answer, depending on the service. */
export interface LocalFilters {
  auditors(): boolean
  scim(): boolean
}

interface CachedAnswer {
  /** When the request was sent, in milliseconds since 1970. */
  at: number
  promise: Promise<ServerAnswer>
  answer?: ServerAnswer
}

const cacheMs = 5 * 60 * 1000
/** For all accounts together. A single call may count up to 30 filters. */
const maxAnswers = 40
/** Limits the number of checks, because custom attributes can have any name and each is checked separately. */
const maxChecks = 200

/**
 * Sends filters to the service that the copy can't answer, and caches recent answers in memory for five minutes.
 * Services silently ignore unknown parameters (such as Enterprise Edition's on GitLab CE), in which case all users
 * match. So a filter is only used after a probe has shown that the service applies it.
 */
export class ServerFilters {
  readonly #now: () => number
  readonly #cache = new Map<string, CachedAnswer>()
  /** Whether the service applies a filter, by account and filter. Checked only once. */
  readonly #applied = new Map<string, Promise<boolean>>()
  #stamp = 0

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Undefined if the copy can answer the whole filter. */
  answer(
    gitlab: GitLabClient,
    filter: DirectoryFilter,
    localFilters: LocalFilters,
  ): Promise<ServerAnswer> | undefined {
    const question = toQuestion(filter, localFilters)
    if (!question) return undefined
    const key = cacheKey(gitlab.account, question)
    const cachedEntry = this.#cache.get(key)
    if (cachedEntry && this.#now() - cachedEntry.at < cacheMs) return cachedEntry.promise
    const cached: CachedAnswer = { at: this.#now(), promise: this.#request(gitlab, question) }
    this.#cache.delete(key)
    this.#cache.set(key, cached)
    dropOldest(this.#cache, maxAnswers)
    cached.promise.then(
      (answer) => (cached.answer = answer),
      () => this.#cache.delete(key),
    )
    return cached.promise
  }

  /** The last result of `answer`, without sending a request. Throws if none is cached. */
  cachedAnswer(
    account: string,
    filter: DirectoryFilter,
    localFilters: LocalFilters,
  ): ServerAnswer | undefined {
    const question = toQuestion(filter, localFilters)
    if (!question) return undefined
    const answer = this.#cache.get(cacheKey(account, question))?.answer
    if (answer) return answer
    throw createFailureError('directory.filterOutdated', nameParameters(filterNames(question)))
  }

  forget(account: string): void {
    for (const map of [this.#cache, this.#applied]) {
      for (const key of map.keys()) if (key.startsWith(`${account} `)) map.delete(key)
    }
  }

  async #request(gitlab: GitLabClient, question: Question): Promise<ServerAnswer> {
    const applied: Question = {}
    const ignored: ServerFilterName[] = []
    for (const name of filterNames(question)) {
      const isApplied = await this.#isApplied(gitlab, name, question).catch((error: unknown) => {
        throw toOfflineFailure(error, question)
      })
      if (!isApplied) ignored.push(name)
      else if (name === 'provider') Object.assign(applied, identityQuestion(question))
      else Object.assign(applied, { [name]: question[name] })
    }
    const matchesAll = Object.keys(applied).length === 0
    const ids = matchesAll ? undefined : await this.#requestIds(gitlab, applied)
    this.#stamp += 1
    return { ids, ignored, stamp: this.#stamp }
  }

  #isApplied(gitlab: GitLabClient, name: ServerFilterName, question: Question): Promise<boolean> {
    const probes = createProbes(name, question)
    const key = `${gitlab.account} ${name} ${probes.map(([of]) => of).join()}`
    const cachedCheck = this.#applied.get(key)
    if (cachedCheck) return cachedCheck
    const check = Promise.all(probes.map(([, probe]) => matchesNobody(gitlab, name, probe))).then(
      (answers) => answers.every(Boolean),
    )
    this.#applied.set(key, check)
    dropOldest(this.#applied, maxChecks)
    // Forgets this, because an upgrade may add support for the filter, and a failed request should be repeated.
    check.then(
      (isApplied) => isApplied || this.#applied.delete(key),
      () => this.#applied.delete(key),
    )
    return check
  }

  async #requestIds(gitlab: GitLabClient, question: Question): Promise<ReadonlySet<number>> {
    const input = { ...question, pagination: 'keyset', order_by: 'id', sort: 'asc' }
    const ids = new Set<number>()
    const progress = new ListProgress({ entries: maxEntriesOfCopy, pages: Infinity })
    let cursor: string | undefined
    do {
      const page = await gitlab.page(users.list, input, cursor).catch((error: unknown) => {
        throw toOfflineFailure(error, question)
      })
      const before = ids.size
      for (const { id } of page.items as BasicUser[]) ids.add(id)
      const isKnown = page.items.length > 0 && ids.size === before
      const entries = page.items.length + (page.skipped ?? 0)
      const problem = isKnown ? repeatedPage : progress.add(entries, page.next)
      if (problem) throw endlessListFailure(problem)
      cursor = page.next
    } while (cursor !== undefined)
    return ids
  }
}

/** `GET /users` with values that no other request uses. */
const probeRow = { ...users.list, parameters: z.record(z.string(), z.unknown()) }

/**
 * Values that no user has. A service that applies the filter returns an empty list or rejects the value (a flag that is
 * neither true nor false `is invalid`). Each is listed with the filter that it tests.
 */
function createProbes(name: ServerFilterName, question: Question): [of: string, probe: object][] {
  if (name === 'custom_attributes') {
    const keys = Object.keys(question.custom_attributes ?? {})
    return keys.map((key) => [key, { custom_attributes: { [key]: `none-${randomUUID()}` } }])
  }
  if (name === 'provider') {
    return [['scim', { provider: question.provider, extern_uid: `none-${randomUUID()}` }]]
  }
  if (name === 'saml_provider_id') return [['', { saml_provider_id: 2_147_483_647 }]]
  return [['', { [name]: 'neither' }]]
}

async function matchesNobody(
  gitlab: GitLabClient,
  name: ServerFilterName,
  probe: object,
): Promise<boolean> {
  try {
    const { items, skipped = 0 } = await gitlab.page(probeRow, probe)
    return items.length + skipped === 0
  } catch (error) {
    const refused = error instanceof FailureError ? error.failure : undefined
    if (refused?.status === 400 && Object.hasOwn(refused.fields ?? {}, name)) return true
    throw error
  }
}

/** Throws if filters were ignored, because actions and exports would then affect all users. */
export function assertNoneIgnored({ ignored }: Pick<ServerAnswer, 'ignored'>): void {
  if (ignored.length === 0) return
  throw createFailureError('directory.filterIgnored', nameParameters(ignored), {
    hint: message('directory.filterIgnoredHint', { count: ignored.length }),
  })
}

function cacheKey(account: string, question: Question): string {
  return `${account} ${JSON.stringify(question)}`
}

function toQuestion(filter: DirectoryFilter, localFilters: LocalFilters): Question | undefined {
  const { without_projects, auditors, saml_provider_id, custom_attributes = {} } = filter
  const question: Question = {
    ...(without_projects && { without_projects }),
    ...(auditors && !localFilters.auditors() && { auditors }),
    ...(isScimFilter(filter) && !localFilters.scim() && identityQuestion(filter)),
    ...(saml_provider_id !== undefined && { saml_provider_id }),
    ...(Object.keys(custom_attributes).length > 0 && { custom_attributes }),
  }
  return Object.keys(question).length > 0 ? question : undefined
}

function filterNames(question: Question): ServerFilterName[] {
  return serverFilters.filter((name) => question[name] !== undefined)
}

function isScimFilter({ provider }: DirectoryFilter): boolean {
  return provider?.toLowerCase() === 'scim'
}

/** The service needs both to find an identity (`lib/api/users.rb`). */
function identityQuestion({ provider, extern_uid }: DirectoryFilter) {
  if (provider !== undefined && extern_uid !== undefined) return { provider, extern_uid }
  throw createFailureError('directory.scimNeedsId')
}

/** The part of a filter that can be applied to the copy. */
export function localFilter(filter: DirectoryFilter, localFilters: LocalFilters): DirectoryFilter {
  const { auditors, provider, extern_uid, ...rest } = filter
  return {
    ...rest,
    ...(auditors && localFilters.auditors() && { auditors }),
    ...(!(isScimFilter(filter) && !localFilters.scim()) && { provider, extern_uid }),
  }
}

const labels: Record<ServerFilterName, MessageId> = {
  without_projects: 'directory.flag_without_projects',
  auditors: 'directory.flag_auditors',
  saml_provider_id: 'directory.samlProviderId',
  custom_attributes: 'user.customAttributes',
  provider: 'directory.scimIdentity',
}

/** Formats filter names for a message. */
function nameParameters(names: readonly ServerFilterName[]): { count: number; filters: Message[] } {
  const filters = names.map((name) =>
    message('directory.ignoredOne', { filter: message(labels[name]) }),
  )
  return { count: names.length, filters }
}

/** Adds the filter to the message, because the rest of the directory still works offline. */
function toOfflineFailure(error: unknown, question: Question): unknown {
  if (!(error instanceof FailureError)) return error
  const { kind } = error.failure
  if (kind !== 'offline' && kind !== 'timeout') return error
  const names = filterNames(question)
  return new FailureError({
    ...error.failure,
    message: message('directory.filterOffline', nameParameters(names)),
    hint: message('directory.filterOfflineHint', { count: names.length }),
  })
}

function endlessListFailure(problem: ListProblem): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message(problem),
    hint: message('service.listUnusable'),
  })
}
