import { durationMs, type StatusDuration } from '../../../shared/rules/status-durations.ts'

/**
 * When a status set at `now` clears itself, in milliseconds since 1970.
 *
 * A day is 24 hours: the service counts in UTC, so across a change of clocks the local hour shifts.
 */
export function clearsAt(duration: StatusDuration, now: number): number {
  return now + durationMs(duration)
}
