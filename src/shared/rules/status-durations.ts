import type { MessageId } from '../messages/message.ts'
import type { Translator } from '../messages/translator.ts'

/** The durations after which the service clears a status by itself. It supports no others. */
export const clearStatusAfter = [
  '30_minutes',
  '3_hours',
  '8_hours',
  '1_day',
  '3_days',
  '7_days',
  '30_days',
] as const
export type GitLabDuration = (typeof clearStatusAfter)[number]

/** How long a status lasts, in whole minutes: by the service’s name where it has one. Latchkey keeps the others. */
export type StatusDuration = GitLabDuration | `${number}_minutes`

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The durations in milliseconds. A day has 24 hours, even when clocks change. */
export const clearStatusAfterMs: Record<GitLabDuration, number> = {
  '30_minutes': 30 * minute,
  '3_hours': 3 * hour,
  '8_hours': 8 * hour,
  '1_day': day,
  '3_days': 3 * day,
  '7_days': 7 * day,
  '30_days': 30 * day,
}

const shortestMs = 5 * minute
const longestMs = 30 * day

/** A number of milliseconds as a duration. */
export function durationOf(milliseconds: number): StatusDuration {
  const minutes = Math.round(milliseconds / minute)
  const known = clearStatusAfter.find((one) => clearStatusAfterMs[one] === minutes * minute)
  return known ?? `${minutes}_minutes`
}

/** The durations to choose from. */
export const commonDurations: readonly StatusDuration[] = [
  '30_minutes',
  durationOf(hour),
  durationOf(2 * hour),
  '3_hours',
  durationOf(4 * hour),
  ...clearStatusAfter.slice(2),
]

export function durationMs(duration: StatusDuration): number {
  return isGitLabDuration(duration)
    ? clearStatusAfterMs[duration]
    : Number.parseInt(duration, 10) * minute
}

/** Whether the service clears a status after this duration by itself. */
export function isGitLabDuration(duration: string): duration is GitLabDuration {
  return clearStatusAfter.some((one) => one === duration)
}

/** Whether a status can last so long. */
export function isStatusDuration(duration: string): duration is StatusDuration {
  if (isGitLabDuration(duration)) return true
  const ms = durationMs(duration as StatusDuration)
  return ms >= shortestMs && ms <= longestMs && durationOf(ms) === duration
}

type Unit = 'days' | 'hours' | 'minutes'

const unitMs: Record<Unit, number> = { days: day, hours: hour, minutes: minute }
const unitMessages: Record<Unit, MessageId> = {
  days: 'time.days',
  hours: 'time.hours',
  minutes: 'time.minutes',
}

/** A duration in words: “1 hour 30 minutes”. */
export function formatDurationBy(
  t: Translator['t'],
  duration: StatusDuration,
  messages = unitMessages,
): string {
  let rest = durationMs(duration)
  const parts = (Object.keys(unitMs) as Unit[]).flatMap((unit) => {
    const count = Math.floor(rest / unitMs[unit])
    rest -= count * unitMs[unit]
    return count > 0 ? [t(messages[unit], { count })] : []
  })
  return parts.reduce((larger, smaller) => t('time.combined', { larger, smaller }))
}

/** The one of several durations that is closest to a number of milliseconds. */
export function nearestDuration<Duration extends StatusDuration>(
  left: number,
  durations: readonly Duration[],
): Duration {
  const distance = (duration: Duration) => Math.abs(durationMs(duration) - left)
  return durations.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}

/** The service’s shortest duration that is at least a number of milliseconds, or its longest. */
export function longerDuration(left: number): GitLabDuration {
  return clearStatusAfter.find((preset) => clearStatusAfterMs[preset] >= left) ?? '30_days'
}

/** The labels of status fields, by their names in `ownStatus`. */
export const statusFieldMessages: Record<'emoji' | 'message' | 'busy' | 'clear', MessageId> = {
  emoji: 'status.emoji',
  message: 'status.message',
  busy: 'status.busy',
  clear: 'status.clearAfter',
}

interface Timed {
  emoji: string
  message: string
  busy: boolean
  clear: string
}

/** Whether two statuses and their durations are equal. */
export function isSameTimedStatus(a: Timed, b: Timed): boolean {
  return a.emoji === b.emoji && a.message === b.message && a.busy === b.busy && a.clear === b.clear
}

/** The same for statuses that are typed, with capitals or without. */
export function isSameInAnyCase(a: Timed, b: Timed): boolean {
  return isSameTimedStatus(
    { ...a, message: a.message.toLowerCase() },
    { ...b, message: b.message.toLowerCase() },
  )
}

/** Whether a status says nothing that another one doesn’t: the same words in any case, and nothing beside them that is different. */
export function saysNoMore(one: Timed, other: Timed): boolean {
  if (one.message === '') return isSameTimedStatus(one, other)
  return isSameInAnyCase(
    {
      message: one.message,
      emoji: one.emoji || other.emoji,
      busy: one.busy || other.busy,
      clear: one.clear === 'never' ? other.clear : one.clear,
    },
    other,
  )
}
