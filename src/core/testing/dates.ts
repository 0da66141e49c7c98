import { currentTime } from '../../shared/rules/clock.ts'

/** The UTC date this many days from now, as `YYYY-MM-DD`. */
export function dateIn(days: number, now = currentTime()): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10)
}
