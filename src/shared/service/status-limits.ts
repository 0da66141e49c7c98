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

/** The presets in words, shortest first. */
export const clearStatusAfterLabels: Record<(typeof clearStatusAfter)[number], string> = {
  '30_minutes': '30 minutes',
  '3_hours': '3 hours',
  '8_hours': '8 hours',
  '1_day': '1 day',
  '3_days': '3 days',
  '7_days': '7 days',
  '30_days': '30 days',
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

/** The fields of a status, as `ownStatus` names them, in words. */
export const statusFieldLabels: Record<'emoji' | 'message' | 'busy' | 'clear', string> = {
  emoji: 'Emoji',
  message: 'Message',
  busy: 'Busy',
  clear: 'Clear after',
}
