import type { UserException } from '../../shared/operations/limits.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { hasExpired } from '../../shared/rules/utc-days.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import { type LimitsFile, limitsOf, unreadLimits, updateLimits } from './limits-file.ts'

export interface ExceptionsOptions {
  file: JsonFile<LimitsFile>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * The users of each instance whom no run touches, with any of its accounts here. Actions on a single user aren't affected.
 */
export class Exceptions {
  readonly #options: ExceptionsOptions

  constructor(options: ExceptionsOptions) {
    this.#options = options
  }

  /** All of an instance, including those that have ended, newest first. */
  list(instance: string): UserException[] {
    const { exceptions } = limitsOf(this.#options.file, instance)
    return Object.entries(exceptions)
      .map(([id, exception]) => ({
        ...exception,
        id: Number(id),
        hasEnded: this.#hasEnded(exception),
      }))
      .toSorted((a, b) => b.since - a.since)
  }

  /** Why a run leaves a user out; undefined if it doesn't. */
  reasonFor(instance: string, id: number): Message | undefined {
    if (unreadLimits(this.#options.file)) return message('limits.exceptionsUnread')
    const exception = limitsOf(this.#options.file, instance).exceptions[String(id)]
    if (!exception || this.#hasEnded(exception)) return undefined
    const { reason, ticket, until } = exception
    const why = ticket === undefined ? reason : `${reason} (${ticket})`
    return until === undefined
      ? message('limits.excepted', { reason: why })
      : message('limits.exceptedUntil', { reason: why, until })
  }

  /** Adds or replaces a user's exception. Throws if it can't be stored. */
  set(instance: string, { id, ...exception }: Omit<UserException, 'hasEnded' | 'since'>): void {
    const { exceptions } = limitsOf(this.#options.file, instance)
    const added = { ...exception, since: this.#options.now() }
    updateLimits(this.#options.file, instance, {
      exceptions: { ...exceptions, [String(id)]: added },
    })
  }

  /** Throws if that can't be stored. */
  remove(instance: string, id: number): void {
    const { [String(id)]: _, ...exceptions } = limitsOf(this.#options.file, instance).exceptions
    updateLimits(this.#options.file, instance, { exceptions })
  }

  #hasEnded({ until }: { until?: string | undefined }): boolean {
    return until !== undefined && hasExpired(until, this.#options.now())
  }
}
