import { parseTimeOfDay, parseWeekday } from '../../ui/time/typed-time.ts'
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
 * Parses an end time from the last words: `until 17:00`, `until monday`, `until 5pm tomorrow`. Resolves to the next
 * time that matches.
 */
export function parseEnd(words: readonly string[], now: number): TypedEnd | undefined {
  const untilWords = splitAlternatives('palette.untilWords')
  const from = words.findLastIndex((word) => untilWords.includes(word.toLowerCase()))
  if (from < 0) return parseSuffixedEnd(words, untilWords, now)
  return endOf(words.slice(from + 1), from, now)
}

/** Parses an end time before its “until”, as in Japanese: `17時まで`, `明日 17時まで`. */
function parseSuffixedEnd(
  words: readonly string[],
  untilWords: readonly string[],
  now: number,
): TypedEnd | undefined {
  const last = words.at(-1) ?? ''
  const suffix = untilWords.find((word) => last !== word && last.endsWith(word))
  if (suffix === undefined) return undefined
  const end = [...words.slice(0, -1), last.slice(0, -suffix.length)]
  const hasDay = end.length > 1 && daysUntil(end.at(-2)!.toLowerCase(), now) !== undefined
  const from = end.length - (hasDay ? 2 : 1)
  return endOf(end.slice(from), from, now)
}

/** Parses the words of an end time. `from` is the index of the first word that belongs to it. */
function endOf(words: readonly string[], from: number, now: number): TypedEnd | undefined {
  const fillers = splitAlternatives('palette.fillerWords')
  const relevant = words.filter((word) => !fillers.includes(word.toLowerCase()))
  if (relevant.length > maxWords) return undefined
  const lower = relevant.map((word) => word.toLowerCase())
  const isDayLast = lower.length > 1 && daysUntil(lower.at(-1)!, now) !== undefined
  const text = (isDayLast ? [lower.at(-1), ...lower.slice(0, -1)] : lower).join(' ')
  const at = nextMoment(text, now)
  if (at !== undefined) return { at, from }
  return looksLikeTime(text, now) ? { impossible: relevant.join(' ') } : undefined
}

/** Whether a string can only be meant as a time, possibly after a day. A number alone may be a date. */
function looksLikeTime(text: string, now: number): boolean {
  const [first = '', ...rest] = text.split(' ')
  const time = daysUntil(first, now) === undefined ? text : rest.join(' ')
  return /^\d+(?:(?::| ?[h時] ?)\d*分?(?: ?(?:[ap]m|uhr))?| ?(?:[ap]m|uhr))$/.test(time)
}

/** The next time that matches a string: a day (which means midnight), a time of day, or both. */
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
