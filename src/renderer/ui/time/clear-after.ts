import { durationMs, type StatusDuration } from '../../../shared/rules/status-durations.ts'

/**
 * When a status set at `now` clears itself, in milliseconds since 1970.
 *
 * A day is 24 hours: GitLab counts in UTC, so the local hour shifts across a DST change.
 */
export function clearsAt(duration: StatusDuration, now: number): number {
  return now + durationMs(duration)
}
