import { localDay } from '../../../shared/rules/local-day.ts'
import { currentLocale, t } from '../messages.ts'

/** The time format. Defaults to the language’s and system’s; tests override it. */
export interface TimeFormat {
  locale?: string
  timeZone?: string
}

const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const
const shortDay = { year: 'numeric', month: 'short', day: 'numeric' } as const
const dayOfWeek = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** A local date and time in short form: "today, 14:35", "tomorrow, 09:00", "Mon 24 Nov, 14:35". */
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

/** Like `formatMoment`, but without the day if it’s today: "14:35". */
export function formatTimeOrMoment(at: number, now: number, place: TimeFormat = {}): string {
  const isToday = dayNumber(at, place)[1] === dayNumber(now, place)[1]
  return isToday ? written(at, timeIn(place), place) : formatMoment(at, now, place)
}

/** The local time zone’s short name at a given time, such as "CET" or "GMT+2". */
export function zoneName(at: number, place: TimeFormat = {}): string {
  const parts = formatOf(at, { timeZoneName: 'short' }, place).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** A full date with the time and zone, for profiles and tooltips. */
export function fullMoment(at: number, place: TimeFormat = {}): string {
  return written(at, { ...longDay, ...timeIn(place), timeZoneName: 'short' }, place)
}

/** Like `fullMoment`, but to the second and with the UTC offset, for records of requests. */
export function momentToSecond(at: number, place: TimeFormat = {}): string {
  const time = { ...timeIn(place), second: '2-digit', timeZoneName: 'longOffset' } as const
  return written(at, { ...longDay, ...time }, place)
}

/** The local date of a timestamp, for tables: "24 Nov 2026". */
export function formatDay(at: number, place: TimeFormat = {}): string {
  return written(at, shortDay, place)
}

/** The local date of a timestamp: "24 November 2026". */
export function fullDayOfMoment(at: number, place: TimeFormat = {}): string {
  return written(at, longDay, place)
}

/** Formats a `YYYY-MM-DD` calendar day, which has no time zone. Anything else is returned unchanged. */
export function fullDay(day: string, locale?: string): string {
  return calendarDay(day, longDay, locale)
}

/** Like `fullDay`, but shorter, for tables and tags. */
export function shortDayOf(day: string, locale?: string): string {
  return calendarDay(day, shortDay, locale)
}

/** Formats a timestamp as the value of a `datetime-local` input. */
export function toLocalInput(moment: number): string {
  const at = new Date(moment)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${localDay(moment)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Formats minutes since midnight as a time of day. */
export function timeOfDay(minutes: number, locale?: string): string {
  const place = { locale, timeZone: 'UTC' }
  return written(minutes * 60_000, timeIn(place), place)
}

function calendarDay(day: string, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : written(at, options, { locale, timeZone: 'UTC' })
}

/** Uses the locale’s 12- or 24-hour clock. Cached, because inspecting a format takes longer than using it. */
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

/** Numbers local calendar days consecutively, even when clocks change. */
function dayNumber(at: number, { timeZone }: TimeFormat): [year: number, day: number] {
  const parts = written(at, {}, { locale: 'en-CA', timeZone })
  return [Number(parts.slice(0, 4)), Date.parse(`${parts}T00:00:00Z`) / 86_400_000]
}

function written(at: number, options: Intl.DateTimeFormatOptions, place: TimeFormat): string {
  return formatOf(at, options, place).format(at)
}

/** Caches formats, because they’re expensive to create and lists keep reusing the same few. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(at: number, options: Intl.DateTimeFormatOptions, place: TimeFormat) {
  const { locale = currentLocale(), timeZone } = place
  // The offset is part of the key, so that a time zone change creates new formats.
  const offset = new Date(at).getTimezoneOffset()
  const key = JSON.stringify([options, locale, timeZone, offset])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format
}
