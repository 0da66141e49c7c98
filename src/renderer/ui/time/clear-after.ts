import { durationMs, type StatusDuration } from '../../../shared/rules/status-durations.ts'

/**
 * When a status set at `now` clears (ms since 1970).
 *
 * A day is always 24 hours, because GitLab counts in UTC. The local hour therefore shifts across a DST change.
 */
export function clearsAt(duration: StatusDuration, now: number): number {
  return now + durationMs(duration)
}
