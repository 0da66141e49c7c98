import type { MessageId } from '../../../shared/messages/message.ts'
import { durationOf } from '../../../shared/rules/status-durations.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'
import { parseEnd } from './parse-end.ts'

/** A status typed on one line. */
export interface TypedStatus extends TimedStatus {
  /** When Latchkey clears it, in milliseconds since 1970. Overrides `clear`. */
  endsAt?: number
  /** An end that isn’t a time, which remains in the text. */
  impossibleEnd?: string
}

/**
 * Parses a status on one line: `in a meeting for 30m busy :calendar:`, `lunch until 13:30`. The other parts follow the
 * text in any order, but the emoji may also come first, as a code or, if `emojiNames` knows it, a character.
 */
export function parseStatus(
  line: string,
  now: number,
  emojiNames: (emoji: string) => string | undefined = () => undefined,
): TypedStatus {
  const words = line.trim().split(/\s+/).filter(Boolean)
  const emojiOf = (word: string | undefined) => codeName(word) ?? emojiNames(word ?? '')
  let emoji = emojiOf(words[0])
  if (emoji) words.shift()
  let busy = false
  let duration: number | undefined
  let endsAt: number | undefined
  let impossibleEnd: string | undefined
  for (let last = words.at(-1); last !== undefined; last = words.at(-1)) {
    const isTimed = duration !== undefined || endsAt !== undefined
    const end = parseEnd(words, now)
    if (end && 'impossible' in end) {
      impossibleEnd = end.impossible
      break
    }
    if (end && !isTimed) {
      endsAt = end.at
      words.splice(end.from)
      continue
    }
    const typed = parseDuration(words)
    const name = emojiOf(last)
    if (typed && !isTimed) {
      duration = typed.ms
      words.splice(typed.from)
      const before = words.at(-1)
      if (isWord(before, 'palette.forWords') || isWord(before, 'palette.untilWords')) words.pop()
      continue
    }
    if (name && !emoji) emoji = name
    else if (!busy && isWord(last, 'palette.busyWords')) busy = true
    else break
    words.pop()
  }
  const status = {
    message: words.join(' '),
    emoji: emoji ?? '',
    busy,
    ...(impossibleEnd !== undefined && { impossibleEnd }),
  }
  if (endsAt !== undefined) {
    return { ...status, clear: 'never', endsAt }
  }
  return { ...status, clear: duration === undefined ? 'never' : durationOf(duration) }
}

/** Adds the emoji and Busy of the preset with the same text, unless others were typed. */
export function withPreset(status: TypedStatus, presets: readonly TimedStatus[]): TypedStatus {
  if (status.message === '' || status.emoji !== '') return status
  const text = status.message.toLowerCase()
  const preset = presets.find(({ message }) => message.toLowerCase() === text)
  if (!preset) return status
  const { message, emoji, busy } = preset
  return { ...status, message, emoji, busy: status.busy || busy }
}

function codeName(word: string | undefined): string | undefined {
  return /^:([\w+-]{1,100}):$/.exec(word ?? '')?.[1]
}

function isWord(word: string | undefined, id: MessageId): boolean {
  return word !== undefined && splitAlternatives(id).includes(word.toLowerCase())
}

const hour = 3_600_000
const units = {
  'palette.minuteUnits': 60_000,
  'palette.hourUnits': hour,
  'palette.dayUnits': 24 * hour,
  'palette.weekUnits': 7 * 24 * hour,
} as const

/** The longest form of a duration: “1 hour 30 minutes”. */
const maxWords = 4

/** Parses a duration from the last words: `30m`, `2 hours`, `1h 30m`. `from` is the index of its first word. */
function parseDuration(words: readonly string[]): { ms: number; from: number } | undefined {
  for (let from = Math.max(0, words.length - maxWords); from < words.length; from++) {
    const ms = durationMs(words.slice(from).join(' ').toLowerCase())
    if (ms !== undefined) return { ms, from }
  }
  return undefined
}

/** Sums durations whose units become smaller, as in `1h 30m`, but not in `room 30m 2h`. */
function durationMs(text: string): number | undefined {
  if (!/^(?:\d+ ?\p{L}+ ?)+$/u.test(text)) return undefined
  let total = 0
  let previousUnit = Infinity
  for (const [, count, name] of text.matchAll(/(\d+) ?(\p{L}+)/gu)) {
    const unit = unitMs(name!)
    if (unit === undefined || unit >= previousUnit) return undefined
    total += Number(count) * unit
    previousUnit = unit
  }
  return total
}

function unitMs(name: string): number | undefined {
  const entries = Object.entries(units) as [keyof typeof units, number][]
  return entries.find(([id]) => splitAlternatives(id).includes(name))?.[1]
}
