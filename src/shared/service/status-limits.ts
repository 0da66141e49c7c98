import type { MessageId } from '../messages/message.ts'

/** The presets after which a status clears itself; the service knows no other durations. */
export const clearStatusAfter = [
  '30_minutes',
  '3_hours',
  '8_hours',
  '1_day',
  '3_days',
  '7_days',
  '30_days',
] as const

/** The presets as messages, shortest first. */
export const clearStatusAfterMessages: Record<(typeof clearStatusAfter)[number], MessageId> = {
  '30_minutes': 'statusLimits.minutes30',
  '3_hours': 'statusLimits.hours3',
  '8_hours': 'statusLimits.hours8',
  '1_day': 'statusLimits.days1',
  '3_days': 'statusLimits.days3',
  '7_days': 'statusLimits.days7',
  '30_days': 'statusLimits.days30',
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long each preset lasts, in milliseconds. A day is 24 hours, also where the clocks change. */
export const clearStatusAfterMs: Record<(typeof clearStatusAfter)[number], number> = {
  '30_minutes': 30 * minute,
  '3_hours': 3 * hour,
  '8_hours': 8 * hour,
  '1_day': day,
  '3_days': 3 * day,
  '7_days': 7 * day,
  '30_days': 30 * day,
}

/** The preset closest to a time left, in milliseconds. */
export function nearestPreset(left: number): (typeof clearStatusAfter)[number] {
  return clearStatusAfter.reduce((best, preset) =>
    Math.abs(clearStatusAfterMs[preset] - left) < Math.abs(clearStatusAfterMs[best] - left)
      ? preset
      : best,
  )
}

/** The labels of a status's fields, by their names in `ownStatus`. */
export const statusFieldMessages: Record<'emoji' | 'message' | 'busy' | 'clear', MessageId> = {
  emoji: 'statusLimits.emoji',
  message: 'statusLimits.message',
  busy: 'statusLimits.busy',
  clear: 'statusLimits.clear',
}
