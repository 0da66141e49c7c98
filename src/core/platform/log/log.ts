import { type LogFields, formatFields } from './fields.ts'
import { homeFolder } from '../home.ts'

/** From the most urgent entries to debugging details. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Writes an entry. Guarantee: it doesn't contain personal data. The sentence is a literal in the code: a composed one
 * doesn't compile. Anything variable goes in fields of known types.
 */
export type LogFunction = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  facts?: LogFields,
) => void

/** A literal type: neither `string` nor a template. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text

export type Log = Record<LogLevel, LogFunction>

interface LogParts {
  /** Writes one line without its line break; must not throw. */
  write(line: string, level: LogLevel): void
  /** Less important entries are omitted. */
  level: LogLevel
  /** Milliseconds since 1970. */
  now(): number
  /** An instance name that is meaningless to others. */
  tag(baseUrl: string): string
}

/** A log that writes one line per entry. */
export function createLog({ write, level, now, tag }: LogParts): Log {
  const max = logLevels.indexOf(level)
  const logAt =
    (at: LogLevel) =>
    (sentence: string, facts: LogFields = {}) => {
      if (logLevels.indexOf(at) > max) return
      const moment = new Date(now()).toISOString()
      write(redact([moment, at.padEnd(5), sentence, ...formatFields(facts, tag)].join(' ')), at)
    }
  return { error: logAt('error'), warn: logAt('warn'), info: logAt('info'), debug: logAt('debug') }
}

// None of this should ever get here; this is the last line of defense against bugs.
const secrets = [
  /-----BEGIN [\s\S]*?(?:-----END [^-]*-----|$)/g,
  /\b(?:gl[a-z]{1,10}-|GR\d{5,})[\w.-]{4,}/gi,
  // Matches to the end of the line, because there may be many cookies.
  /\b(?:bearer|basic|private-token|job-token|cookie|authorization)\b\s*[\s:=].*/gi,
  /[^\s@<>=]+@[^\s@<>]+\.[^\s@<>]+/g,
  /\bhttps?:\/\/\S+/gi,
  /(?<=~)[/\\]\S+/g,
  /[\w+/=-]{33,}/g,
]

/** Reduces text to one line, without anything that looks like a secret, an address, or a home folder. */
export function redact(line: string): string {
  const home = homeFolder()
  const oneLine = (home.length > 1 ? line.replaceAll(home, '~') : line).replace(
    /[\u0000-\u001f\u007f\u2028\u2029]+/g,
    ' ',
  )
  return secrets
    .reduce((text, secret) => text.replace(secret, '[left out]'), oneLine)
    .replace(/[\w.-]{20,}/g, (run) => (looksRandom(run) ? '[left out]' : run))
}

/**
 * Whether text may be a token with an unknown prefix or none: it has capital letters within words or between digits, or
 * words without a vowel. The
 * page's scripts have a hash in their name, which says where an error happened.
 */
function looksRandom(text: string): boolean {
  if (text.endsWith('.js')) return false
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  return (
    isMixed &&
    !text
      .split(/[._-]/)
      .every((part) =>
        /^(?:(?:(?=[AEIOUY]|[A-Z]?[a-z]*[aeiouy])[A-Z]?[a-z]{2,})*\d{0,3}|\d+)$/.test(part),
      )
  )
}
