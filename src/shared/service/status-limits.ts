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

/** Characters; a longer message is refused. */
export const statusMessageLimit = 100
