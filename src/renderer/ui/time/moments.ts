/** How times are written; left out, all of it follows the person's machine. Tests name them. */
export interface Place {
  locale?: string
  timeZone?: string
}

const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const
const shortDay = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** A moment in local time, as short as it stays clear: "today, 14:35", "tomorrow, 09:00", "Mon 24 Nov, 14:35". */
export function momentWords(at: number, now: number, place: Place = {}): string {
  return `${dayWords(at, now, place)}, ${written(at, timeIn(place), place)}`
}

/** The short name of the local zone at a moment, for example "CET" or "GMT+2". */
export function zoneName(at: number, place: Place = {}): string {
  const parts = formatOf(at, { timeZoneName: 'short' }, place).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** The local zone as people look it up, for example "Europe/Berlin". */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A full date with time and zone, as profiles show it, and as a tooltip of shorter ones. */
export function fullMoment(at: number, place: Place = {}): string {
  return written(at, { ...longDay, ...timeIn(place), timeZoneName: 'short' }, place)
}

/** The local day of a moment, for tables: "24 Nov 2026". */
export function formatDay(at: number, place: Place = {}): string {
  return written(at, shortDay, place)
}

/** The local day of a moment: "24 November 2026". */
export function fullDayOfMoment(at: number, place: Place = {}): string {
  return written(at, longDay, place)
}

/** A calendar day `YYYY-MM-DD`; it belongs to no zone, so none moves it. What is none is left as it is. */
export function fullDay(day: string, locale?: string): string {
  return calendarDay(day, longDay, locale)
}

/** The same, for tables and tags. */
export function shortDayOf(day: string, locale?: string): string {
  return calendarDay(day, shortDay, locale)
}

/** A time of day without a date, by minutes since midnight. */
export function timeOfDay(minutes: number, locale?: string): string {
  const place = { locale, timeZone: 'UTC' }
  return written(minutes * 60_000, timeIn(place), place)
}

function calendarDay(day: string, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : written(at, options, { locale, timeZone: 'UTC' })
}

/** 12 or 24 hours, as the locale has it; of 24, both digits. */
function timeIn(place: Place) {
  const { hour12 } = formatOf(0, { hour: 'numeric' }, place).resolvedOptions()
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
}

function dayWords(at: number, now: number, place: Place): string {
  const [year, day] = dayNumber(at, place)
  const [thisYear, today] = dayNumber(now, place)
  if (day === today) return 'today'
  if (day === today + 1) return 'tomorrow'
  if (day === today - 1) return 'yesterday'
  const yearShown = year === thisYear ? {} : { year: 'numeric' as const }
  return written(at, { weekday: 'short', day: 'numeric', month: 'short', ...yearShown }, place)
}

/** The local calendar day as a count, so that neighbours differ by one whatever the clocks do. */
function dayNumber(at: number, { timeZone }: Place): [year: number, day: number] {
  const parts = written(at, {}, { locale: 'en-CA', timeZone })
  return [Number(parts.slice(0, 4)), Date.parse(`${parts}T00:00:00Z`) / 86_400_000]
}

function written(at: number, options: Intl.DateTimeFormatOptions, place: Place): string {
  return formatOf(at, options, place).format(at)
}

/** Formats cost a lot to make, and lists need the same few again and again. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(at: number, options: Intl.DateTimeFormatOptions, { locale, timeZone }: Place) {
  // Somebody who travels gets new ones.
  const offset = new Date(at).getTimezoneOffset()
  const key = JSON.stringify([options, locale, timeZone, offset])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format
}
