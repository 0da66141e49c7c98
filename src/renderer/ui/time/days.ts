/** Milliseconds of a day; days `YYYY-MM-DD` are counted in UTC, where each has as many. */
const aDay = 86_400_000

/** The number of a day `YYYY-MM-DD`, so that neighbours differ by one. NaN for no day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / aDay
}

/** The day of a number, as `YYYY-MM-DD`. */
export function dayOf(number: number): string {
  return new Date(number * aDay).toISOString().slice(0, 10)
}

/** The local day of a moment, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The day six months before another; in a month that is too short for it, its last. */
export function sixMonthsBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - 6]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(at.getUTCDate(), last)) / aDay)
}

/** What is wrong with a day to begin at, as the end of a sentence; nothing when it will do. */
export function sinceError(day: string, today: string): string | undefined {
  const number = dayNumber(day)
  if (Number.isNaN(number)) return 'choose a day'
  if (number > dayNumber(today)) return 'is in the future, where nothing has happened yet'
  // Half a year that is being typed is a year long ago.
  if (day < '2000-01-01') return 'is too long ago; the year 2000 is the earliest'
  return undefined
}
