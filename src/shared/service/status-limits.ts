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

/** Characters; a longer message is refused. */
export const statusMessageLimit = 100
