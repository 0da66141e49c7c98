import type { MessageId } from '../messages/message.ts'

/** The durations after which a status clears. GitLab supports no others. */
export const clearStatusAfter = [
  '30_minutes',
  '3_hours',
  '8_hours',
  '1_day',
  '3_days',
  '7_days',
  '30_days',
] as const

/** The labels of the durations, shortest first. */
export const clearStatusAfterMessages: Record<(typeof clearStatusAfter)[number], MessageId> = {
  '30_minutes': 'status.after30Minutes',
  '3_hours': 'status.after3Hours',
  '8_hours': 'status.after8Hours',
  '1_day': 'status.after1Day',
  '3_days': 'status.after3Days',
  '7_days': 'status.after7Days',
  '30_days': 'status.after30Days',
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The durations in milliseconds. A day has 24 hours, even when clocks change. */
export const clearStatusAfterMs: Record<(typeof clearStatusAfter)[number], number> = {
  '30_minutes': 30 * minute,
  '3_hours': 3 * hour,
  '8_hours': 8 * hour,
  '1_day': day,
  '3_days': 3 * day,
  '7_days': 7 * day,
  '30_days': 30 * day,
}

/** The duration closest to `left` milliseconds. */
export function nearestDuration(left: number): (typeof clearStatusAfter)[number] {
  return clearStatusAfter.reduce((best, preset) =>
    Math.abs(clearStatusAfterMs[preset] - left) < Math.abs(clearStatusAfterMs[best] - left)
      ? preset
      : best,
  )
}

/** The shortest duration of at least `left` milliseconds, or the longest one. */
export function longerDuration(left: number): (typeof clearStatusAfter)[number] {
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
