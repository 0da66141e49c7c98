import { currentLocale } from '../messages.ts'
import { dayNumber, dayOf, isDay } from './days.ts'

/** How many days each unit of an offset has. */
const unitDays: Record<string, number> = { d: 1, w: 7 }

/**
 * Parses `2026-12-31`, `+7d`, `-2w`, and the words for yesterday, today, tomorrow, and weekdays, in the current
 * language or English. Returns the day as `YYYY-MM-DD`; undefined for other text.
 */
export function parseDay(text: string, today: string): string | undefined {
  const typed = text.trim().toLowerCase()
  if (isDay(typed)) return typed
  const days = daysFrom(typed, today)
  return days === undefined ? undefined : dayOf(dayNumber(today) + days)
}

function daysFrom(text: string, today: string): number | undefined {
  const [, sign, count, unit] = /^([+-])(\d{1,4}) ?([dw])$/.exec(text) ?? []
  if (count) return Number(`${sign}${count}`) * unitDays[unit!]!
  const near = [-1, 0, 1].find((days) => dayWords(days).includes(text))
  if (near !== undefined) return near
  const weekday = parseWeekday(text)
  if (weekday === undefined) return undefined
  // Day 0, 1 January 1970, was a Thursday.
  return (weekday + 7 - ((dayNumber(today) + 4) % 7)) % 7 || 7
}

/** The words for a day next to today. */
function dayWords(days: number): string[] {
  return [currentLocale(), 'en'].map((locale) =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day').toLowerCase(),
  )
}

/**
 * Parses a day, a time of day, or both, such as `tomorrow 9:00`. Returns the local time as `YYYY-MM-DDTHH:MM`, by
 * default on `today` and at `time`; undefined for other text.
 */
export function parseLocalMoment(text: string, today: string, time: string): string | undefined {
  const words = text.trim().split(/(?<=\d)T(?=\d)|[\s,]+/)
  const day = parseDay(words[0]!, today)
  const timeWords = words.slice(day ? 1 : 0).join(' ')
  const parsed = timeWords ? parseTime(timeWords) : time
  return parsed && (day ?? timeWords) ? `${day ?? today}T${parsed}` : undefined
}

/** Parses a time of day as `HH:MM`; undefined for other text. */
export function parseTime(text: string): string | undefined {
  const minutes = parseTimeOfDay(text.trim().toLowerCase().replace(/\s+/g, ' '))
  if (minutes === undefined) return undefined
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Parses a weekday (0 is Sunday) by its long or short name in English or the current language. */
export function parseWeekday(name: string): number | undefined {
  const names = [currentLocale(), 'en'].flatMap((locale) =>
    (['long', 'short'] as const).map(
      (weekday) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
    ),
  )
  const weekdays = [0, 1, 2, 3, 4, 5, 6]
  return weekdays.find((weekday) =>
    // 4 January 1970 was a Sunday.
    names.some(
      (format) =>
        format
          .format(Date.UTC(1970, 0, 4 + weekday))
          .toLowerCase()
          .replace(/\.$/, '') === name,
    ),
  )
}

/**
 * Parses `17:00`, `5pm`, `5:30 pm`, `17 h`, `17 Uhr` or `17時` as minutes since midnight; undefined for other text.
 */
export function parseTimeOfDay(text: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:(?:[:.]| ?[h時] ?)(\d\d)?分?)? ?(am|pm|uhr)?$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const count = Number(hours)
  const isHalfDay = half === 'am' || half === 'pm'
  const isValidHour = isHalfDay ? count >= 1 && count <= 12 : count <= 23
  if (!isValidHour || Number(minutes) > 59) return undefined
  const hour = isHalfDay ? (count % 12) + (half === 'pm' ? 12 : 0) : count
  return 60 * hour + Number(minutes)
}
