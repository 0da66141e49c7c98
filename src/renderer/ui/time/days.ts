import { t } from '../messages.ts'

/** Days (`YYYY-MM-DD`) are counted in UTC, where they’re all equally long. */
const dayMs = 86_400_000

/** Numbers `YYYY-MM-DD` days consecutively. NaN for anything else. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

/** Converts a day number back to `YYYY-MM-DD`. */
export function dayOf(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}

/** Whether text is a valid `YYYY-MM-DD` date. Rejects half-typed years, such as 0020. */
export function isDay(text: string): boolean {
  const number = dayNumber(text)
  return text >= '2000' && Number.isFinite(number) && dayOf(number) === text
}

/** What’s wrong with a start day; undefined if it’s valid. */
export function sinceError(day: string, today: string): string | undefined {
  const number = dayNumber(day)
  if (Number.isNaN(number)) return t('dates.unreadable')
  if (number > dayNumber(today)) return t('dates.future')
  // Also catches half-typed years, such as 0020.
  if (day < '2000-01-01') return t('dates.tooEarly')
  return undefined
}
