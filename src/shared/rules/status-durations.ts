import type { MessageId } from '../messages/message.ts'
import type { Translator } from '../messages/translator.ts'
import { type DurationMessages, formatMilliseconds } from './format-duration.ts'

/** The only durations after which GitLab can clear a status. */
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

/**
 * How long a status lasts: by GitLab’s name for the duration if it has one, otherwise in whole minutes. Latchkey itself
 * ends the statuses that GitLab can’t.
 */
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
/** How far ahead a status may end. */
export const longestStatusMs = 30 * day

/** Converts milliseconds to a duration. */
export function durationOf(milliseconds: number): StatusDuration {
  const minutes = Math.round(milliseconds / minute)
  const gitlabDuration = clearStatusAfter.find(
    (one) => clearStatusAfterMs[one] === minutes * minute,
  )
  return gitlabDuration ?? `${minutes}_minutes`
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

/** Whether GitLab can clear a status after this duration. */
export function isGitLabDuration(duration: string): duration is GitLabDuration {
  return clearStatusAfter.some((one) => one === duration)
}

/** Whether a status may have this duration. */
export function isStatusDuration(duration: string): duration is StatusDuration {
  if (isGitLabDuration(duration)) return true
  const ms = durationMs(duration as StatusDuration)
  return ms >= shortestMs && ms <= longestStatusMs && durationOf(ms) === duration
}

/** Formats a duration, such as “1 hour 30 minutes”. */
export function formatDurationBy(
  t: Translator['t'],
  duration: StatusDuration,
  messages?: DurationMessages,
): string {
  return formatMilliseconds(t, durationMs(duration), messages)
}

/** The duration closest to `left` milliseconds. */
export function nearestDuration<Duration extends StatusDuration>(
  left: number,
  durations: readonly Duration[],
): Duration {
  const distance = (duration: Duration) => Math.abs(durationMs(duration) - left)
  return durations.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}

/** GitLab’s shortest duration of at least `left` milliseconds, or its longest one. */
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

interface StatusContent {
  emoji: string
  message: string
  busy: boolean
  clear: string
}

/** Whether two statuses and their durations are equal. */
export function isSameTimedStatus(a: StatusContent, b: StatusContent): boolean {
  return a.emoji === b.emoji && a.message === b.message && a.busy === b.busy && a.clear === b.clear
}

/** The same, ignoring case. */
export function isSameInAnyCase(a: StatusContent, b: StatusContent): boolean {
  return isSameTimedStatus(
    { ...a, message: a.message.toLowerCase() },
    { ...b, message: b.message.toLowerCase() },
  )
}

/** Whether another status covers this one, with the same text (ignoring case) and no conflicting fields. */
export function isCoveredBy(one: StatusContent, other: StatusContent): boolean {
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
