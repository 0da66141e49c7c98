import { t } from '../messages.ts'

/** Milliseconds per day; days (`YYYY-MM-DD`) are counted in UTC, where all have the same length. */
const aDay = 86_400_000

/** The number of a `YYYY-MM-DD` day; consecutive days differ by one. NaN for anything else. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / aDay
}

/** The day with a number, as `YYYY-MM-DD`. */
export function dayOf(number: number): string {
  return new Date(number * aDay).toISOString().slice(0, 10)
}

/** The day six months earlier, or the last day of a shorter month. */
export function sixMonthsBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - 6]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(at.getUTCDate(), last)) / aDay)
}

/** The error of a start day; undefined if valid. */
export function sinceError(day: string, today: string): string | undefined {
  const number = dayNumber(day)
  if (Number.isNaN(number)) return t('dates.chooseDay')
  if (number > dayNumber(today)) return t('dates.future')
  // Also catches a half-typed year, such as 0020.
  if (day < '2000-01-01') return t('dates.tooEarly')
  return undefined
}
