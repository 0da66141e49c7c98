import { timeOfDay } from './moments.ts'

const minutesPerDay = 24 * 60

/**
 * Advances GitLab’s `local_time` while it’s on screen, in the same format as all other times.
 *
 * GitLab sends the time of day at loading, such as "3:38 PM" or "15:38". Other formats are left unchanged.
 */
export function advanceLocalTime(text: string, elapsed: number, locale?: string): string {
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})(?:\s*([AP]M))?$/i.exec(text.trim()) ?? []
  if (!hours || !minutes) return text
  const base = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  const now = base * 60 + Number(minutes) + Math.floor(elapsed / 60_000)
  return timeOfDay(now % minutesPerDay, locale)
}
