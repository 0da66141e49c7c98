/** The first and the last time with a year of four digits. */
const [earliest, latest] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A time in one format, so that times sort and compare as text; null if it isn't one. */
export function toSortableTime(time: string | null | undefined): string | null {
  const milliseconds = time ? Date.parse(time) : NaN
  if (!Number.isFinite(milliseconds)) return null
  // guard: year-digits
  const sortable = Math.min(Math.max(milliseconds, earliest), latest)
  return new Date(sortable).toISOString()
}
