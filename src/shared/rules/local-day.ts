/** The local day of a timestamp, as `YYYY-MM-DD`. */
export function localDay(moment: number): string {
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The number of days from the local day of a timestamp until `day` (`YYYY-MM-DD`); negative if it is over. */
export function daysUntil(day: string, now: number): number {
  return (Date.parse(day) - Date.parse(localDay(now))) / 86_400_000
}

/** The day a number of days before another one. Calendar days are counted, so clock changes don’t matter. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
