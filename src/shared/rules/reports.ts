import { type Message, message } from '../messages/message.ts'
import type { CredentialView } from './credentials.ts'
import { dayBefore, localDay } from './local-day.ts'
import { inactiveDays, userFigures } from './user-figures.ts'

/** Where a counter’s values come from. */
export type CounterSource = 'directory' | 'credentials' | 'auditLog'

/** What a counter counts. */
type CounterUnit = 'users' | 'days' | 'tokens' | 'keys' | 'entries'

/** A filter of the directory. */
export interface CounterFilter {
  states?: string[]
  locked?: true
  humans?: true
  inactive_days?: number
  two_factor?: 'disabled'
  admins?: true
  external?: true
  bots?: true
  created_before?: string
}

/** The columns of a user that an instance may leave out, so that a counter isn’t known. */
export type NeededColumn =
  | 'bot'
  | 'is_admin'
  | 'external'
  | 'locked'
  | 'two_factor_enabled'
  | 'last_activity_on'
  | 'last_sign_in_at'
  | 'created_at'

/** What opens a counter’s users, tokens, or entries of today. */
interface Counter {
  unit: CounterUnit
  /** How much a change matters for the three changes on Home; absent if it never does. */
  weight?: number
}
interface UsersCounter extends Counter {
  source: 'directory'
  filter: CounterFilter
  /** Only users who were created more than this many days ago. */
  olderThanDays?: number
  needs?: readonly NeededColumn[]
  /** What is computed about the matching users; by default, their number. */
  what?: 'neverSignedIn' | 'oldest'
}
interface TokensCounter extends Counter {
  source: 'credentials'
  filter: 'active' | CredentialView | 'ssh'
}
interface EntriesCounter extends Counter {
  source: 'auditLog'
  outcome?: 'refused' | 'unknown'
  isReversal?: true
}
export type ReportCounter = UsersCounter | TokensCounter | EntriesCounter

const users = (filter: CounterFilter, facts: Partial<UsersCounter> = {}): UsersCounter => ({
  source: 'directory',
  unit: 'users',
  filter,
  ...facts,
})
const tokens = (filter: TokensCounter['filter'], weight?: number): TokensCounter => ({
  source: 'credentials',
  unit: 'tokens',
  filter,
  ...(weight !== undefined && { weight }),
})
const inactiveFor = (days: number) => ({ ...userFigures.inactive, inactive_days: days })
const activity = ['bot', 'last_activity_on', 'created_at'] as const

/** All counters, in the order of the screen. The catalog has their labels and definitions. */
export const reportCounters = {
  users: users({}),
  active: users({ states: ['active'] }),
  blocked: users({ states: ['blocked'] }),
  ldapBlocked: users({ states: ['ldap_blocked'] }),
  deactivated: users({ states: ['deactivated'] }),
  banned: users({ states: ['banned'] }),
  pending: users({ states: ['blocked_pending_approval'] }, { weight: 40 }),
  pendingLong: users(
    { states: ['blocked_pending_approval'] },
    { olderThanDays: 7, needs: ['created_at'], weight: 45 },
  ),
  oldestPending: users(
    { states: ['blocked_pending_approval'] },
    { unit: 'days', what: 'oldest', needs: ['created_at'] },
  ),
  humans: users({ humans: true }, { needs: ['bot'] }),
  bots: users({ bots: true }, { needs: ['bot'], weight: 25 }),
  external: users({ external: true }, { needs: ['external'], weight: 35 }),
  admins: users({ admins: true }, { needs: ['is_admin'], weight: 100 }),
  adminsNoTwoFactor: users(
    { states: ['active'], admins: true, two_factor: 'disabled' },
    { needs: ['is_admin', 'two_factor_enabled'], weight: 95 },
  ),
  noTwoFactor: users(userFigures.noTwoFactor, {
    needs: ['bot', 'two_factor_enabled'],
    weight: 90,
  }),
  locked: users({ locked: true }, { needs: ['locked'], weight: 50 }),
  inactive30: users(inactiveFor(30), { needs: activity }),
  inactive90: users(inactiveFor(inactiveDays), { needs: activity, weight: 30 }),
  inactive180: users(inactiveFor(180), { needs: activity }),
  neverSignedIn: users(
    { states: ['active'], humans: true },
    { what: 'neverSignedIn', needs: ['bot', 'last_sign_in_at'], weight: 20 },
  ),
  tokensActive: tokens('active'),
  tokensNeverExpire: tokens('neverExpires', 80),
  tokensExpire14: tokens('expires14'),
  tokensExpire30: tokens('expires30'),
  tokensUnused: tokens('unused', 55),
  tokensNeverUsed: tokens('neverUsed'),
  tokensBroadScopes: tokens('broadScopes', 60),
  tokensOwnerBlocked: tokens('ownerBlocked', 70),
  sshKeys: { ...tokens('ssh'), unit: 'keys' },
  decisions: { source: 'auditLog', unit: 'entries' },
  decisionsRefused: { source: 'auditLog', unit: 'entries', outcome: 'refused' },
  decisionsUnknown: { source: 'auditLog', unit: 'entries', outcome: 'unknown' },
  reversals: { source: 'auditLog', unit: 'entries', isReversal: true },
} satisfies Record<string, ReportCounter>
export type CounterId = keyof typeof reportCounters
export const counterIds = Object.keys(reportCounters) as [CounterId, ...CounterId[]]

/** A counter’s definition. */
export function counterOf(id: CounterId): ReportCounter {
  return reportCounters[id]
}

/** The filter of a counter of users, at a time (ms since 1970). */
export function counterFilter({ filter, olderThanDays }: UsersCounter, now: number): CounterFilter {
  if (olderThanDays === undefined) return filter
  return { ...filter, created_before: dayBefore(localDay(now), olderThanDays) }
}

/** How many years of values are kept. */
export const keptYears = 2

/** The first day that is kept. 29 February becomes 1 March. */
export function firstKeptDay(today: string): string {
  const at = new Date(today)
  at.setUTCFullYear(at.getUTCFullYear() - keptYears)
  return at.toISOString().slice(0, 10)
}

export interface DayValue {
  /** `YYYY-MM-DD`, in local time. */
  day: string
  value: number
}

/** A counter that has changed within about a week. */
export interface CounterChange {
  counter: CounterId
  from: DayValue
  to: DayValue
}

/** How many changes Home shows. */
const maxChanges = 3
/** How many days apart two days may be to show a week’s change, best first. */
const weekDays = [7, 8, 6]

/**
 * The changes since last week that matter most. Only a value of today or yesterday counts, and only compared with a known
 * value of 6 to 8 days before. Counters are ordered by risk (`weight`); a rise comes before a fall of the same or less than
 * twice the weight, and then the larger change first.
 */
export function importantChanges(
  values: ReadonlyMap<CounterId, readonly DayValue[]>,
  today: string,
): CounterChange[] {
  return counterIds
    .flatMap((counter) => weeklyChange(counter, values.get(counter) ?? [], today) ?? [])
    .sort((a, b) => importance(b) - importance(a) || difference(b) - difference(a))
    .slice(0, maxChanges)
}

function weeklyChange(
  counter: CounterId,
  values: readonly DayValue[],
  today: string,
): CounterChange | undefined {
  if (counterOf(counter).weight === undefined) return undefined
  const byDay = new Map(values.map(({ day, value }) => [day, value]))
  const valueAt = (day: string) => {
    const value = byDay.get(day)
    return value === undefined ? [] : { day, value }
  }
  const [to] = [today, dayBefore(today, 1)].flatMap(valueAt)
  if (!to) return undefined
  const [from] = weekDays.flatMap((days) => valueAt(dayBefore(to.day, days)))
  return from && from.value !== to.value ? { counter, from, to } : undefined
}

function importance({ counter, from, to }: CounterChange): number {
  const weight = counterOf(counter).weight ?? 0
  return to.value > from.value ? weight : weight / 2
}

const difference = ({ from, to }: CounterChange) => Math.abs(to.value - from.value)

/** What a month says about a counter; undefined if none of its days is known. */
export function monthFigures(
  values: readonly DayValue[],
): { first: DayValue; last: DayValue; min: number; max: number; days: number } | undefined {
  const [first] = values
  if (!first) return undefined
  const numbers = values.map(({ value }) => value)
  return {
    first,
    last: values.at(-1)!,
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    days: values.length,
  }
}

/** The month (`YYYY-MM`) before another one. */
export function monthBefore(month: string): string {
  return dayBefore(`${month}-01`, 1).slice(0, 7)
}

export const counterLabel = (id: CounterId): Message => message(`reports.counter_${id}`)
export const counterDefinition = (id: CounterId): Message => message(`reports.definition_${id}`)

/**
 * A counter’s change since a number of days ago: from the newest value that is at least that old, and at most a seventh older, to
 * the newest value. Undefined if there is none.
 */
export function changeSince(
  values: readonly DayValue[],
  days: number,
): { from: DayValue; to: DayValue } | undefined {
  const to = values.at(-1)
  if (!to) return undefined
  const [newest, oldest] = [dayBefore(to.day, days), dayBefore(to.day, days + Math.floor(days / 7))]
  const from = values.findLast(({ day }) => day <= newest && day >= oldest)
  return from && { from, to }
}

/** Values of consecutive days, so that a chart shows days that aren’t known as gaps. */
export function withoutGaps(values: readonly DayValue[]): DayValue[][] {
  const runs: DayValue[][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run && dayBefore(value.day, 1) === run.at(-1)!.day) run.push(value)
    else runs.push([value])
  }
  return runs
}
