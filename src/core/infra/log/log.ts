import { type LogFields, formatFields } from './fields.ts'
import { redact } from './redact.ts'

/** From the most urgent to details for debugging. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Writes an entry. Promise: no personal data gets in. The sentence is a literal in the code: one that was put
 * together does not compile. All that varies is in fields of known kinds.
 */
export type LogFunction = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  facts?: LogFields,
) => void

/** A literal text; neither `string` nor a template type. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text

export type Log = Record<LogLevel, LogFunction>

interface LogParts {
  /** Writes one line, without its line break; must not throw. */
  write(line: string, level: LogLevel): void
  /** Less important entries are omitted. */
  level: LogLevel
  /** Milliseconds since 1970. */
  now(): number
  /** A name for an instance that means nothing to others. */
  tag(baseUrl: string): string
}

/** A log that writes a line for each entry. */
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
