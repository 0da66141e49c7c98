/** When a day `YYYY-MM-DD`, or one some days later, begins in local time; in milliseconds since 1970. */
export function startOfDay(day: string, later = 0): number {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.getTime()
}

/** The local day of a moment, as `YYYY-MM-DD`. */
export function localDay(moment: number): string {
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
