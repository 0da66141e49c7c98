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
 * text in any order, but the emoji may also come first.
 */
export function parseStatus(line: string, now: number): TypedStatus {
  const words = line.trim().split(/\s+/).filter(Boolean)
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
    const ms = typedMs(last)
    const name = emojiOf(last)
    if (ms !== undefined && !isTimed) {
      duration = ms
      words.pop()
      if (isWord(words.at(-1), 'palette.forWords')) words.pop()
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

function emojiOf(word: string | undefined): string | undefined {
  return /^:([\w+-]{1,100}):$/.exec(word ?? '')?.[1]
}

function isWord(word: string | undefined, id: 'palette.forWords' | 'palette.busyWords'): boolean {
  return word !== undefined && splitAlternatives(id).includes(word.toLowerCase())
}

const hour = 3_600_000
const units = {
  'palette.minuteUnits': 60_000,
  'palette.hourUnits': hour,
  'palette.dayUnits': 24 * hour,
} as const

/** Converts a duration such as `30m` to milliseconds; undefined for other words. */
function typedMs(word: string): number | undefined {
  const [, count, unit] = /^(\d+)(\p{L}+)$/u.exec(word.toLowerCase()) ?? []
  const entries = Object.entries(units) as [keyof typeof units, number][]
  const match = entries.find(([id]) => unit !== undefined && splitAlternatives(id).includes(unit))
  return match && Number(count) * match[1]
}
