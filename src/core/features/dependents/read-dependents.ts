import type {
  Dependent,
  OpenQuestion,
  UnreadReason,
} from '../../../shared/operations/dependents.ts'
import {
  type DependentKind,
  dependentKinds,
  recentUseDays,
  ownerAttribute,
} from '../../../shared/rules/dependents.ts'
import { type Member, type Membership, associations } from '../../../shared/gitlab/associations.ts'
import {
  type PipelineSchedule,
  pipelineSchedules,
  runners,
} from '../../../shared/gitlab/pipelines.ts'
import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { BasicUser, UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { maintainerLevel, ownerLevel } from '../../../shared/rules/access-levels.ts'
import { nameLimit, noteLimit } from '../../../shared/rules/limits.ts'
import { isBot } from '../../../shared/rules/moderation.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { scopeTexts } from '../../../shared/rules/token-scopes.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { readUserTokens } from '../../gitlab/user-tokens.ts'
import { FailureError } from '../../platform/failure.ts'
import { textOf } from '../../platform/messages.ts'

/** How many requests are sent concurrently. */
const requestsAtOnce = 4
/** The most pages of runners, or of members of one group or project, that are read. */
const maxPages = 20
/** How many names a question has, and how many successors are suggested. */
const maxNames = 5

const dayMs = 86_400_000

type Reader = Pick<GitLabClient, 'call' | 'all' | 'page'>

export interface ReadOptions {
  gitlab: Reader
  user: { id: number; username: string }
  /** The ID of the account's own user. */
  ownId: number
  now: number
  signal: AbortSignal
  /** Called when something was found, or a kind has been read. */
  onProgress(): void
}

/** What has been read so far. */
export interface DependentsFound {
  items: Dependent[]
  questions: OpenQuestion[]
  /** How many active tokens weren't used recently. */
  unusedTokens: number
  /** The kinds that are still being read. */
  reading: Set<DependentKind>
  /** Whether the token may be used to act as another user; undefined if unknown. */
  canActAs: boolean | undefined
}

export function nothingFound(): DependentsFound {
  return {
    items: [],
    questions: [],
    unusedTokens: 0,
    reading: new Set(dependentKinds),
    canActAs: undefined,
  }
}

/**
 * Reads what depends on a user into `found`, which is complete once the promise resolves. Guarantee: whatever couldn't be
 * read is a question, never nothing.
 */
export async function readDependents(found: DependentsFound, options: ReadOptions): Promise<void> {
  const reader = new DependentsReader(found, options)
  await reader.read()
}

class DependentsReader {
  readonly #found: DependentsFound
  readonly #options: ReadOptions
  /** Lists that the instance doesn't have, which aren't requested again. */
  readonly #unsupported = new Set<DependentKind>()

  constructor(found: DependentsFound, options: ReadOptions) {
    this.#found = found
    this.#options = options
  }

  async read(): Promise<void> {
    const { gitlab, user, signal } = this.#options
    const options = { once: true, signal } as const
    const parts: (() => Promise<void>)[] = [
      () => this.#part(['token'], () => this.#readTokens()),
      () => this.#part(['runner'], () => this.#readRunners()),
      () => this.#part(['service_account'], () => this.#readServiceAccounts()),
      () => this.#readRights(),
    ]
    let memberships: Membership[] = []
    const isListed = await this.#attempt(['ownership', 'schedule'], async () => {
      memberships = await gitlab.all(
        associations.memberships,
        { id: user.id },
        {
          ...options,
          onSkipped: (count) => {
            this.#ask('ownership', 'unreadable', { count })
            this.#ask('schedule', 'unreadable', { count })
          },
        },
      )
    })
    const places = memberships.map((membership) => () => this.#readPlace(membership))
    if (memberships.some(({ source_type }) => source_type !== 'Project')) {
      this.#ask('schedule', 'indirect')
    }
    let open = places.length
    const endPlace = () => {
      open -= 1
      if (open <= 0) this.#end(['ownership', 'schedule'])
    }
    if (!isListed || open === 0) endPlace()
    await runAll([...parts, ...places.map((read) => () => read().finally(endPlace))], signal)
    this.#end([...dependentKinds])
  }

  async #readPlace(membership: Membership): Promise<void> {
    const { gitlab, user, signal } = this.#options
    const { source_type, source_id, source_name, access_level: level } = membership
    const name = source_name || `#${source_id}`
    if (source_type !== 'Project' && source_type !== 'Namespace') {
      this.#ask('ownership', 'unreadable', { name })
      this.#ask('schedule', 'unreadable', { name })
      return
    }
    const place = { type: source_type, id: source_id, name } as const
    let own: PipelineSchedule[] = []
    if (source_type === 'Project' && !this.#unsupported.has('schedule')) {
      await this.#attempt(
        ['schedule'],
        async () => {
          const schedules = await gitlab.all(
            pipelineSchedules.list,
            { project_id: source_id },
            { once: true, signal, onSkipped: () => this.#ask('schedule', 'unreadable', { name }) },
          )
          own = schedules.filter(({ owner }) => owner?.id === user.id)
          if (schedules.some(({ owner }) => owner === undefined))
            this.#ask('schedule', 'incomplete', { name })
        },
        name,
      )
    }
    if (typeof level !== 'number') this.#ask('ownership', 'incomplete', { name })
    const needed = neededLevel(place.type, level)
    const isAsked = needed !== undefined && !this.#unsupported.has('ownership')
    if (!isAsked && own.length === 0) return
    let members: Holders | undefined
    await this.#attempt(
      needed === undefined ? [] : ['ownership'],
      async () => {
        members = await this.#readHolders(place, needed)
      },
      name,
    )
    const successors = members?.successors ?? []
    for (const schedule of own) this.#add(toSchedule(place, schedule, successors))
    if (!members || needed === undefined || members.hasOther) return
    if (members.isIncomplete) this.#ask('ownership', 'unreadable', { name })
    this.#add({
      key: `ownership ${place.type} ${place.id}`,
      kind: 'ownership',
      id: place.id,
      label: name,
      place,
      level: needed,
      successors,
    })
  }

  /** Reads members until one of them has the needed level, too. */
  async #readHolders(place: Place, needed: number | undefined): Promise<Holders> {
    const { gitlab, user, signal } = this.#options
    const others: Member[] = []
    let cursor: string | undefined
    let isIncomplete = false
    const isHolder = ({ access_level, state }: Member) =>
      needed !== undefined && (access_level ?? 0) >= needed && state === 'active'
    for (let pages = 0; ; pages += 1) {
      const { items, next, skipped } =
        place.type === 'Project'
          ? await gitlab.page(associations.allProjectMembers, { project_id: place.id }, cursor, {
              once: true,
              signal,
            })
          : await gitlab.page(associations.allGroupMembers, { group_id: place.id }, cursor, {
              once: true,
              signal,
            })
      others.push(...(items as Member[]).filter((one) => one.id !== user.id && !isBot(one)))
      if (skipped) isIncomplete = true
      if (others.some((one) => one.state === undefined || one.access_level === undefined))
        isIncomplete = true
      if (next === undefined || others.some(isHolder)) break
      if (pages + 1 >= maxPages) {
        isIncomplete = true
        break
      }
      cursor = next
    }
    return { hasOther: others.some(isHolder), isIncomplete, successors: suggest(others) }
  }

  async #readTokens(): Promise<void> {
    const { gitlab, user, ownId, signal } = this.#options
    const options = { once: true, signal } as const
    const read = await readUserTokens(gitlab, { userId: user.id, ownId, state: 'active' }, options)
    if (read.listed === 'all') {
      for (const token of read.tokens) this.#addToken(token, read.impersonationIds.has(token.id))
      return
    }
    this.#ask('token', read.listed === 'filter-ignored' ? 'filter_ignored' : read.listed)
    const tokens = await gitlab.all(
      impersonationTokens.list,
      { user_id: user.id, state: 'active' },
      { ...options, onSkipped: (count) => this.#ask('token', 'unreadable', { count }) },
    )
    for (const token of tokens) this.#addToken(token, true)
  }

  #addToken(token: PersonalAccessToken, isImpersonation: boolean): void {
    const { id, name, active, revoked, last_used_at, last_used_ips } = token
    if (active === false || revoked === true) return
    if (last_used_at === undefined)
      return this.#ask('token', 'incomplete', { name: name || `#${id}` })
    // A token counts as used if its time can't be compared.
    const isUnused =
      !last_used_at || Date.parse(last_used_at) < this.#options.now - recentUseDays * dayMs
    if (isUnused) {
      this.#found.unusedTokens += 1
      return
    }
    this.#add({
      key: `token ${id}`,
      kind: 'token',
      id,
      label: name || `#${id}`,
      lastUsed: last_used_at,
      ...(last_used_ips?.length && { addresses: last_used_ips }),
      scopes: scopeTexts(token).map(textOf).join(', '),
      ...(isImpersonation && { isImpersonation }),
      successors: [],
    })
  }

  async #readRunners(): Promise<void> {
    const { gitlab, user, signal } = this.#options
    let cursor: string | undefined
    let unknown = 0
    for (let pages = 0; ; pages += 1) {
      const page = await gitlab.page(runners.list, {}, cursor, { once: true, signal })
      for (const item of page.items) {
        const { id, description, created_by } = item as RunnerItem
        if (created_by === undefined) unknown += 1
        if (created_by?.id !== user.id) continue
        const label = description || `#${id}`
        this.#add({ key: `runner ${id}`, kind: 'runner', id, label, successors: [] })
      }
      if (page.skipped) this.#ask('runner', 'unreadable', { count: page.skipped })
      if (page.next === undefined) break
      if (pages + 1 >= maxPages) {
        this.#ask('runner', 'too_much')
        break
      }
      cursor = page.next
    }
    if (unknown > 0) this.#ask('runner', 'incomplete', { count: unknown })
  }

  async #readServiceAccounts(): Promise<void> {
    const { gitlab, user, signal } = this.#options
    const filter = { [ownerAttribute]: user.username }
    const query = { custom_attributes: filter, with_custom_attributes: true }
    const page = await gitlab.page(users.list, query, undefined, { once: true, signal })
    const isOwn = ({ custom_attributes: attributes }: UserForAdmins) =>
      attributes?.some(({ key, value }) => key === ownerAttribute && value === user.username)
    const found = page.items as UserForAdmins[]
    if (page.skipped) this.#ask('service_account', 'unreadable', { count: page.skipped })
    if (!found.every(isOwn)) {
      this.#ask('service_account', 'filter_ignored')
    } else if (page.next !== undefined) this.#ask('service_account', 'too_much')
    for (const account of found.filter((one) => isOwn(one) && one.id !== user.id)) {
      const { id, username, name } = account
      this.#add({
        key: `service_account ${id}`,
        kind: 'service_account',
        id,
        label: name ? `${name} (@${username})` : `@${username}`,
        successors: [],
      })
    }
  }

  /** Whether the token may act as others. Only a token with scopes tells. */
  async #readRights(): Promise<void> {
    const { gitlab, signal } = this.#options
    try {
      const own = await gitlab.call(personalAccessTokens.self, {}, { once: true, signal })
      const { scopes } = own
      if (scopes?.length && !scopes.includes('granular'))
        this.#found.canActAs = scopes.includes('sudo')
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
    this.#options.onProgress()
  }

  async #part(kinds: readonly DependentKind[], read: () => Promise<void>): Promise<void> {
    await this.#attempt(kinds, read)
    this.#end(kinds)
  }

  /** Turns a failure into a question about each kind. Returns whether it succeeded. */
  async #attempt(
    kinds: readonly DependentKind[],
    read: () => Promise<void>,
    name?: string,
  ): Promise<boolean> {
    try {
      await read()
      return true
    } catch (error) {
      if (!(error instanceof FailureError)) {
        if (this.#options.signal.aborted) return false
        throw error
      }
      const { kind, reason, message } = error.failure
      const isUnsupported = reason === 'no-endpoint'
      const isRefused = kind === 'forbidden' || kind === 'not-found'
      const why = isUnsupported ? 'unsupported' : isRefused ? 'refused' : 'failed'
      for (const one of kinds) {
        if (isUnsupported) this.#unsupported.add(one)
        this.#ask(one, why, isUnsupported ? {} : { name, text: textOf(message) })
      }
      return false
    }
  }

  #add(item: Dependent): void {
    // guard: dependents-texts
    this.#found.items.push(withoutLongTexts(item))
    this.#options.onProgress()
  }

  #end(kinds: readonly DependentKind[]): void {
    for (const kind of kinds) this.#found.reading.delete(kind)
    this.#options.onProgress()
  }

  /** Adds a question, or counts it with an equal one. */
  #ask(
    kind: DependentKind,
    why: UnreadReason,
    { name, text, count }: { name?: string | undefined; text?: string; count?: number } = {},
  ): void {
    const { questions } = this.#found
    const isSame = (one: OpenQuestion) => one.kind === kind && one.why === why && one.text === text
    const added = count ?? (name === undefined ? undefined : 1)
    const earlier = questions.find(isSame)
    if (!earlier) {
      questions.push({
        kind,
        why,
        ...(text && { text }),
        ...(added !== undefined && { count: added }),
        ...(name !== undefined && { names: [truncate(name, nameLimit)] }),
      })
    } else if (added !== undefined && earlier.count !== undefined) {
      earlier.count += added
      if (name !== undefined && (earlier.names?.length ?? 0) < maxNames)
        earlier.names = [...(earlier.names ?? []), truncate(name, nameLimit)]
    }
    this.#options.onProgress()
  }
}

type Place = NonNullable<Dependent['place']>
type RunnerItem = { id: number; description?: string | null; created_by?: { id: number } | null }

interface Holders {
  hasOther: boolean
  /** Whether another holder may be among entries that couldn't be read. */
  isIncomplete: boolean
  successors: Dependent['successors']
}

/**
 * The level at which somebody else could take the user's place; undefined if nobody has to. Without a level, the user
 * may be the only owner.
 */
function neededLevel(type: Place['type'], level: number | null | undefined): number | undefined {
  if (typeof level !== 'number' || level < maintainerLevel) return undefined
  return type === 'Namespace' && level >= ownerLevel ? ownerLevel : maintainerLevel
}

/** How many addresses of a token are kept. */
const maxAddresses = 100

/** Readings are kept, so an instance could fill the memory with long texts. */
function withoutLongTexts(item: Dependent): Dependent {
  const cut = (text: string) => truncate(text, nameLimit)
  return {
    ...item,
    label: cut(item.label),
    ...(item.place && { place: { ...item.place, name: cut(item.place.name) } }),
    ...(item.cron !== undefined && { cron: cut(item.cron) }),
    ...(item.nextRun !== undefined && { nextRun: cut(item.nextRun) }),
    ...(item.lastUsed !== undefined && { lastUsed: cut(item.lastUsed) }),
    ...(item.scopes !== undefined && { scopes: truncate(item.scopes, noteLimit) }),
    ...(item.addresses && { addresses: item.addresses.slice(0, maxAddresses).map(cut) }),
    successors: item.successors.map(({ id, username, name }) => ({
      ...{ id, username: cut(username), name: cut(name) },
    })),
  }
}

/** The members with the most rights first. */
function suggest(members: readonly Member[]): Dependent['successors'] {
  return members
    .filter(({ state }) => state === 'active')
    .toSorted((a, b) => (b.access_level ?? 0) - (a.access_level ?? 0) || a.id - b.id)
    .slice(0, maxNames)
    .map(({ id, username, name }: Pick<BasicUser, 'id' | 'username' | 'name'>) => ({
      id,
      username,
      name,
    }))
}

function toSchedule(
  place: Place,
  { id, description, cron, next_run_at, active }: PipelineSchedule,
  successors: Dependent['successors'],
): Dependent {
  return {
    key: `schedule ${place.id} ${id}`,
    kind: 'schedule',
    id,
    label: description || `#${id}`,
    place,
    ...(cron && { cron }),
    ...(next_run_at && { nextRun: next_run_at }),
    ...(typeof active === 'boolean' && { isActive: active }),
    successors,
  }
}

/** Runs tasks in order, several at a time, until the signal aborts. */
async function runAll(tasks: readonly (() => Promise<void>)[], signal: AbortSignal): Promise<void> {
  const remaining = [...tasks]
  const runNext = async () => {
    for (let task = remaining.shift(); task && !signal.aborted; task = remaining.shift()) {
      await task()
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, runNext))
}
