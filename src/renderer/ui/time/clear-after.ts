import { clearStatusAfter, clearStatusAfterMs } from '../../../shared/rules/status-durations.ts'

export type ClearPreset = (typeof clearStatusAfter)[number]

/**
 * When a status set at `now` clears itself, in milliseconds since 1970.
 *
 * A day is 24 hours: the service counts in UTC, so across a change of clocks the local hour shifts.
 */
export function clearsAt(preset: ClearPreset, now: number): number {
  return now + clearStatusAfterMs[preset]
}
