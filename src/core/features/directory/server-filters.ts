import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { type ServerFilterName, serverFilters } from '../../../shared/app/directory-columns.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../infra/failure.ts'
import {
  type ListProblem,
  ListProgress,
  repeatedPage,
} from '../../../shared/service/list-progress.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'
import { users } from '../../../shared/service/users.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { mostUsers } from './disk-space.ts'

/** Users whom the service named for filters that the copy cannot answer. */
export interface ServerAnswer {
  /** Absent where the service ignores every one of these filters. */
  ids?: ReadonlySet<number>
  /** Filters that the service does not know, and which therefore narrow nothing. */
  ignored: readonly ServerFilterName[]
  /** Tells one answer from the next. */
  stamp: number
}

/** The part of a filter that only the service can answer. */
type Question = Pick<DirectoryFilter, ServerFilterName | 'extern_uid'>

/** What the rows of a copy tell, which depends on the service. */
export interface RowsTell {
  auditors(): boolean
  scim(): boolean
}

interface Kept {
  /** When it was asked, in milliseconds since 1970. */
  at: number
  asked: Promise<ServerAnswer>
  answer?: ServerAnswer
}

const keptMs = 5 * 60 * 1000

/**
 * Asks the service what the copy does not tell, and keeps the answers for five minutes, in memory only. A service drops parameters that
 * it does not know without a word (GitLab CE those of Enterprise Edition), and then everybody matches: a filter counts only once
 * the service has shown that it applies it.
 */
export class ServerFilters {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()
  /** Whether a filter is applied, by account and filter; asked once. */
  readonly #applied = new Map<string, Promise<boolean>>()
  #stamp = 0

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Nothing where the copy answers the whole filter. */
  of(
    me: AccountService,
    filter: DirectoryFilter,
    rowsTell: RowsTell,
  ): Promise<ServerAnswer> | undefined {
    const question = questionOf(filter, rowsTell)
    if (!question) return undefined
    const key = keyOf(me.account, question)
    const known = this.#kept.get(key)
    if (known && this.#now() - known.at < keptMs) return known.asked
    const kept: Kept = { at: this.#now(), asked: this.#ask(me, question) }
    this.#kept.set(key, kept)
    kept.asked.then(
      (answer) => (kept.answer = answer),
      () => this.#kept.delete(key),
    )
    return kept.asked
  }

  /** What `of` answered last, without asking; throws where nothing is kept. */
  kept(account: string, filter: DirectoryFilter, rowsTell: RowsTell): ServerAnswer | undefined {
    const question = questionOf(filter, rowsTell)
    if (!question) return undefined
    const answer = this.#kept.get(keyOf(account, question))?.answer
    if (answer) return answer
    throw new FailureError({
      kind: 'conflict',
      message: `The service was last asked ${wordsOf(question)} too long ago.`,
      hint: 'Open the list again, then retry.',
    })
  }

  forget(account: string): void {
    for (const map of [this.#kept, this.#applied]) {
      for (const key of map.keys()) if (key.startsWith(`${account} `)) map.delete(key)
    }
  }

  async #ask(me: AccountService, question: Question): Promise<ServerAnswer> {
    const applied: Question = {}
    const ignored: ServerFilterName[] = []
    for (const name of namesIn(question)) {
      const isApplied = await this.#isApplied(me, name, question).catch((error: unknown) => {
        throw inWords(error, question)
      })
      if (!isApplied) ignored.push(name)
      else if (name === 'provider') Object.assign(applied, identityIn(question))
      else Object.assign(applied, { [name]: question[name] })
    }
    const isAll = Object.keys(applied).length === 0
    const ids = isAll ? undefined : await this.#idsOf(me, applied)
    this.#stamp += 1
    return { ids, ignored, stamp: this.#stamp }
  }

  #isApplied(me: AccountService, name: ServerFilterName, question: Question): Promise<boolean> {
    const probes = probesOf(name, question)
    const key = `${me.account} ${name} ${probes.map(([of]) => of).join()}`
    const known = this.#applied.get(key)
    if (known) return known
    const asked = Promise.all(probes.map(([, probe]) => matchesNobody(me, name, probe))).then(
      (answers) => answers.every(Boolean),
    )
    this.#applied.set(key, asked)
    // A service that is updated may learn it, and one that could not be asked is asked again.
    asked.then(
      (isApplied) => isApplied || this.#applied.delete(key),
      () => this.#applied.delete(key),
    )
    return asked
  }

  async #idsOf(me: AccountService, question: Question): Promise<ReadonlySet<number>> {
    const input = { ...question, pagination: 'keyset', order_by: 'id', sort: 'asc' }
    const ids = new Set<number>()
    const progress = new ListProgress({ entries: mostUsers, pages: Infinity })
    let cursor: string | undefined
    do {
      const page = await me.page(users.list, input, cursor).catch((error: unknown) => {
        throw inWords(error, question)
      })
      const before = ids.size
      for (const { id } of page.items as BasicUser[]) ids.add(id)
      const isKnown = page.items.length > 0 && ids.size === before
      const entries = page.items.length + (page.skipped ?? 0)
      const trouble = isKnown ? repeatedPage : progress.add(entries, page.next)
      if (trouble) throw endless(trouble)
      cursor = page.next
    } while (cursor !== undefined)
    return ids
  }
}

/** GET /users with values that no request of ours has. */
const probing = { ...users.list, parameters: z.record(z.string(), z.unknown()) }

/**
 * What nobody can have: a service that applies the filter answers with nobody, or refuses the value (a flag that is neither true nor
 * false is `is invalid`). Each with what it is about.
 */
function probesOf(name: ServerFilterName, question: Question): [of: string, probe: object][] {
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
  me: AccountService,
  name: ServerFilterName,
  probe: object,
): Promise<boolean> {
  try {
    const { items, skipped = 0 } = await me.page(probing, probe)
    return items.length + skipped === 0
  } catch (error) {
    const refused = error instanceof FailureError ? error.failure : undefined
    if (refused?.status === 400 && Object.hasOwn(refused.fields ?? {}, name)) return true
    throw error
  }
}

/** Refuses to act on users, or to list them as a file, by filters that the service ignores. */
export function refuseIgnored({ ignored }: Pick<ServerAnswer, 'ignored'>): void {
  if (ignored.length === 0) return
  throw new FailureError({
    kind: 'conflict',
    reason: 'filter-ignored',
    message: `This service ignores the filter ${ignored.map((name) => labels[name]).join(' and ')}, so it matches everybody.`,
    hint: 'Remove the filter to select users.',
  })
}

function keyOf(account: string, question: Question): string {
  return `${account} ${JSON.stringify(question)}`
}

function questionOf(filter: DirectoryFilter, rowsTell: RowsTell): Question | undefined {
  const { without_projects, auditors, saml_provider_id, custom_attributes = {} } = filter
  const question: Question = {
    ...(without_projects && { without_projects }),
    ...(auditors && !rowsTell.auditors() && { auditors }),
    ...(isOfScim(filter) && !rowsTell.scim() && identityIn(filter)),
    ...(saml_provider_id !== undefined && { saml_provider_id }),
    ...(Object.keys(custom_attributes).length > 0 && { custom_attributes }),
  }
  return Object.keys(question).length > 0 ? question : undefined
}

function namesIn(question: Question): ServerFilterName[] {
  return serverFilters.filter((name) => question[name] !== undefined)
}

function isOfScim({ provider }: DirectoryFilter): boolean {
  return provider?.toLowerCase() === 'scim'
}

/** The service finds an identity only by both (`lib/api/users.rb`). */
function identityIn({ provider, extern_uid }: DirectoryFilter) {
  if (provider !== undefined && extern_uid !== undefined) return { provider, extern_uid }
  throw new FailureError({
    kind: 'invalid',
    message: 'SCIM identities can only be found together with their identifier.',
    hint: 'Enter the identifier, too.',
    fields: { extern_uid: ['is needed to find a SCIM identity'] },
  })
}

/** The part of a filter that the copy answers beside the service's answer. */
export function localPart(filter: DirectoryFilter, rowsTell: RowsTell): DirectoryFilter {
  const { auditors, provider, extern_uid, ...rest } = filter
  return {
    ...rest,
    ...(auditors && rowsTell.auditors() && { auditors }),
    ...(!(isOfScim(filter) && !rowsTell.scim()) && { provider, extern_uid }),
  }
}

const labels: Record<ServerFilterName, string> = {
  without_projects: '“Without projects”',
  auditors: '“Auditors”',
  saml_provider_id: '“SAML provider”',
  custom_attributes: '“Custom attributes”',
  provider: '“SCIM identity”',
}

const words: Record<ServerFilterName, string> = {
  without_projects: 'who has no projects',
  auditors: 'who is an auditor',
  saml_provider_id: 'who belongs to a SAML provider',
  custom_attributes: 'who has these custom attributes',
  provider: 'who has this SCIM identity',
}

function wordsOf(question: Question): string {
  return namesIn(question)
    .map((name) => words[name])
    .join(' and ')
}

/** Without a connection the rest of the directory still works, so it is said why this does not. */
function inWords(error: unknown, question: Question): unknown {
  if (!(error instanceof FailureError)) return error
  const { kind } = error.failure
  if (kind !== 'offline' && kind !== 'timeout') return error
  return new FailureError({
    ...error.failure,
    message: `The local list doesn't tell ${wordsOf(question)}, and the service can't be reached.`,
    hint: 'Remove that filter, or try again when you are online.',
  })
}

function endless(what: ListProblem): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message(what),
    hint: 'Nothing is shown, because the list would be wrong. Try again later.',
  })
}
