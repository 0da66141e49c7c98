import { clearStatusAfter } from '../../shared/service/status-limits.ts'

export type ClearPreset = (typeof clearStatusAfter)[number]

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const durations: Record<ClearPreset, number> = {
  '30_minutes': 30 * minute,
  '3_hours': 3 * hour,
  '8_hours': 8 * hour,
  '1_day': day,
  '3_days': 3 * day,
  '7_days': 7 * day,
  '30_days': 30 * day,
}

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
  return now + durations[preset]
}

/** The preset closest to a time left, for a status that is set again. */
export function nearestPreset(left: number): ClearPreset {
  return clearStatusAfter.reduce((best, preset) =>
    Math.abs(durations[preset] - left) < Math.abs(durations[best] - left) ? preset : best,
  )
}
