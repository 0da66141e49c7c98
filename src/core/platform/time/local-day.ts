/** When a day `YYYY-MM-DD`, or one some days later, begins in local time; in milliseconds since 1970. */
export function startOfDay(day: string, later = 0): number {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.getTime()
}
