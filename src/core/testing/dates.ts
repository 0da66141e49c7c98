import { currentTime } from '../../shared/rules/clock.ts'

/** The UTC date, as `YYYY-MM-DD`, the given number of days from now. */
export function dateIn(days: number, now = currentTime()): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10)
}
