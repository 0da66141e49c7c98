/** When a day (`YYYY-MM-DD`), or the day `later` days after it, starts in local time (ms since 1970). */
export function startOfDay(day: string, later = 0): number {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.getTime()
}
