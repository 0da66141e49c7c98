import { type LogFields, formatFields } from './fields.ts'
import { redact } from './redact.ts'

/** From the most urgent to details for debugging. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Says something in the log. Promise: nothing of a person gets in. The sentence stands in the code, whole: one that was put
 * together does not compile. What varies is a fact of a known kind, and of an error only its class, its codes and its places.
 */
export type LogFunction = <const Sentence extends string>(
  sentence: Literal<Sentence>,
  facts?: LogFields,
) => void

/** A text that is known when the code is compiled; neither `string` nor a template with something open in it. */
type Literal<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text

export type Log = Record<LogLevel, LogFunction>

interface LogParts {
  /** Takes one line without its end; must not throw. */
  write(line: string, level: LogLevel): void
  /** Less important entries are left out. */
  level: LogLevel
  /** Milliseconds since 1970. */
  now(): number
  /** A name for an instance by which nobody else knows it. */
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
