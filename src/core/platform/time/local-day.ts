/** The local start (ms since 1970) of the day `YYYY-MM-DD`, or of the day that is `later` days after it. */
export function startOfDay(day: string, later = 0): number {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.getTime()
}
