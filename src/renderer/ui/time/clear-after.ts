import { clearStatusAfter, clearStatusAfterMs } from '../../../shared/rules/status-durations.ts'

export type ClearPreset = (typeof clearStatusAfter)[number]

/**
 * When a status set at `now` clears itself, in milliseconds since 1970.
 *
 * A day is 24 hours: GitLab counts in UTC, so the local hour shifts across a DST change.
 */
export function clearsAt(preset: ClearPreset, now: number): number {
  return now + clearStatusAfterMs[preset]
}
