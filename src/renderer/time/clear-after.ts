import { clearStatusAfter, clearStatusAfterMs } from '../../shared/service/status-limits.ts'

export type ClearPreset = (typeof clearStatusAfter)[number]

/** The presets in words, shortest first. */
export const presetLabels: Record<ClearPreset, string> = {
  '30_minutes': '30 minutes',
  '3_hours': '3 hours',
  '8_hours': '8 hours',
  '1_day': '1 day',
  '3_days': '3 days',
  '7_days': '7 days',
  '30_days': '30 days',
}

/**
 * When a status set at `now` clears itself, in milliseconds since 1970.
 *
 * A day is 24 hours: the service counts in UTC, so across a change of clocks the local hour shifts.
 */
export function clearsAt(preset: ClearPreset, now: number): number {
  return now + clearStatusAfterMs[preset]
}

/** The preset closest to a time left, for a status that is set again. */
export function nearestPreset(left: number): ClearPreset {
  return clearStatusAfter.reduce((best, preset) =>
    Math.abs(clearStatusAfterMs[preset] - left) < Math.abs(clearStatusAfterMs[best] - left)
      ? preset
      : best,
  )
}
