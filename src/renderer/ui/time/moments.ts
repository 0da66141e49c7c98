import { currentLocale, t } from '../messages.ts'

/** The time format, by default from the language and the system. Tests set it. */
export interface TimeFormat {
  locale?: string
  timeZone?: string
}

const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const
const shortDay = { year: 'numeric', month: 'short', day: 'numeric' } as const
const dayOfWeek = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** A moment in local time, short: "today, 14:35", "tomorrow, 09:00", "Mon 24 Nov, 14:35". */
export function formatMoment(at: number, now: number, place: TimeFormat = {}): string {
  const [year, day] = dayNumber(at, place)
  const [thisYear, today] = dayNumber(now, place)
  const time = written(at, timeIn(place), place)
  if (day === today) return t('time.today', { time })
  if (day === today + 1) return t('time.tomorrow', { time })
  if (day === today - 1) return t('time.yesterday', { time })
  const options = year === thisYear ? dayOfWeek : { ...dayOfWeek, year: 'numeric' as const }
  return t('time.onDay', { day: written(at, options, place), time })
}

/** Likewise, without the day if it is today: "14:35". */
export function formatTimeOrMoment(at: number, now: number, place: TimeFormat = {}): string {
  const isToday = dayNumber(at, place)[1] === dayNumber(now, place)[1]
  return isToday ? written(at, timeIn(place), place) : formatMoment(at, now, place)
}

/** The short name of the local time zone at a moment, such as "CET" or "GMT+2". */
export function zoneName(at: number, place: TimeFormat = {}): string {
  const parts = formatOf(at, { timeZoneName: 'short' }, place).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** A full date with time and zone, for profiles and tooltips. */
export function fullMoment(at: number, place: TimeFormat = {}): string {
  return written(at, { ...longDay, ...timeIn(place), timeZoneName: 'short' }, place)
}

/** The local day of a moment, for tables: "24 Nov 2026". */
export function formatDay(at: number, place: TimeFormat = {}): string {
  return written(at, shortDay, place)
}

/** The local day of a moment: "24 November 2026". */
export function fullDayOfMoment(at: number, place: TimeFormat = {}): string {
  return written(at, longDay, place)
}

/** A calendar day `YYYY-MM-DD`, which has no zone. Anything else is unchanged. */
export function fullDay(day: string, locale?: string): string {
  return calendarDay(day, longDay, locale)
}

/** Likewise, for tables and tags. */
export function shortDayOf(day: string, locale?: string): string {
  return calendarDay(day, shortDay, locale)
}

/** A time of day without a date, from minutes since midnight. */
export function timeOfDay(minutes: number, locale?: string): string {
  const place = { locale, timeZone: 'UTC' }
  return written(minutes * 60_000, timeIn(place), place)
}

function calendarDay(day: string, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : written(at, options, { locale, timeZone: 'UTC' })
}

/** 12 or 24 hours by locale, with two digits for 24. Cached, because inspecting a format takes longer than using it. */
function timeIn({ locale = currentLocale() ?? '' }: TimeFormat) {
  const isHour12 = hour12.get(locale) ?? hasHour12(locale)
  hour12.set(locale, isHour12)
  return { hour: isHour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
}

const hour12 = new Map<string, boolean>()

function hasHour12(locale: string): boolean {
  const format = new Intl.DateTimeFormat(locale || undefined, { hour: 'numeric' })
  return format.resolvedOptions().hour12 ?? false
}

/** The number of the local calendar day; consecutive days differ by one even when the clocks change. */
function dayNumber(at: number, { timeZone }: TimeFormat): [year: number, day: number] {
  const parts = written(at, {}, { locale: 'en-CA', timeZone })
  return [Number(parts.slice(0, 4)), Date.parse(`${parts}T00:00:00Z`) / 86_400_000]
}

function written(at: number, options: Intl.DateTimeFormatOptions, place: TimeFormat): string {
  return formatOf(at, options, place).format(at)
}

/** Formats are expensive to create, and lists reuse a few of them. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(at: number, options: Intl.DateTimeFormatOptions, place: TimeFormat) {
  const { locale = currentLocale(), timeZone } = place
  // Creates new formats after a time zone change.
  const offset = new Date(at).getTimezoneOffset()
  const key = JSON.stringify([options, locale, timeZone, offset])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format
}
