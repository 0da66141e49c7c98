import { currentLocale } from '../../ui/messages.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** A typed end: the moment, in milliseconds since 1970, or the text of an impossible one, such as `25:70`. */
type TypedEnd =
  | {
      at: number
      /** The index of its first word. */
      from: number
    }
  | { impossible: string }

/** The longest form of an end time: “monday 9 am”. */
const maxWords = 3

/**
 * Parses an end time from the last words: `until 17:00`, `until 5pm`, `until monday`, `until tomorrow 9:00`. Resolves
 * to the next time that matches.
 */
export function parseEnd(words: readonly string[], now: number): TypedEnd | undefined {
  const untilWords = splitAlternatives('palette.untilWords')
  const from = words.findLastIndex((word) => untilWords.includes(word.toLowerCase()))
  if (from < 0 || words.length - from - 1 > maxWords) return undefined
  const typed = words.slice(from + 1).join(' ')
  const text = typed.toLowerCase()
  const at = nextMoment(text, now)
  if (at !== undefined) return { at, from }
  return isLikeTime(text, now) ? { impossible: typed } : undefined
}

/** Whether a text, which may begin with a day, can only be meant as a time. A number alone may be a date. */
function isLikeTime(text: string, now: number): boolean {
  const [first = '', ...rest] = text.split(' ')
  const time = daysUntil(first, now) === undefined ? text : rest.join(' ')
  return /^\d+(?:[:h時]\d*分?(?: ?[ap]m)?| ?[ap]m)$/.test(time)
}

/** The next time that matches a text: a day, which means midnight, a time of day, or both. */
function nextMoment(text: string, now: number): number | undefined {
  const [first = '', ...rest] = text.split(' ')
  const day = daysUntil(first, now)
  const minutes = parseTimeOfDay(day === undefined ? text : rest.join(' '))
  if (day === undefined) {
    if (minutes === undefined) return undefined
    const today = timestampAt(0, minutes, now)
    return today > now ? today : timestampAt(1, minutes, now)
  }
  return rest.length > 0 && minutes === undefined ? undefined : timestampAt(day, minutes ?? 0, now)
}

/** The timestamp of a local time, `days` from today. */
function timestampAt(days: number, minutes: number, now: number): number {
  const at = new Date(now)
  at.setHours(24 * days, minutes, 0, 0)
  return at.getTime()
}

/** How many days until tomorrow or the next weekday with this name; undefined for other words. */
function daysUntil(word: string, now: number): number | undefined {
  if (splitAlternatives('palette.tomorrowWords').includes(word)) return 1
  const weekday = parseWeekday(word.replace(/\.$/, ''))
  return weekday === undefined ? undefined : (weekday - new Date(now).getDay() + 7) % 7 || 7
}

/** Parses a weekday (0 is Sunday) by its long or short name in English or the current language. */
function parseWeekday(name: string): number | undefined {
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

/** Parses `17:00`, `5pm`, `5:30 pm`, `17h` or `17時` as minutes since midnight; undefined for other text. */
function parseTimeOfDay(text: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:[:.h時](\d\d)?分?)? ?(am|pm)?$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const count = Number(hours)
  const isRight = half ? count >= 1 && count <= 12 : count <= 23
  if (!isRight || Number(minutes) > 59) return undefined
  const hour = half ? (count % 12) + (half === 'pm' ? 12 : 0) : count
  return 60 * hour + Number(minutes)
}
