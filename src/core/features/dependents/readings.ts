import type { UserDependents } from '../../../shared/operations/dependents.ts'
import { type DependentsFound, nothingFound, readDependents } from './read-dependents.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { Clock } from '../../platform/time/clock.ts'

interface ReadingsOptions {
  ownIdOf(account: string): number
  /** Whether the company's policy allows acting as other users. */
  mayActAs(): boolean
  onProgress(account: string, user: number): void
  clock: Pick<Clock, 'now'>
  log: LogFunction
}

interface Reading {
  found: DependentsFound
  started: number
  ended?: number
  controller: AbortController
}

/** How long (ms) a reading that has ended isn't repeated unasked. */
const freshMs = 10 * 60_000
/** How many users' readings an account keeps. */
const maxReadings = 50

/** What depends on users, as read since the start. It is kept in memory only, because it is outdated the next day. */
export class Readings {
  readonly #options: ReadingsOptions
  readonly #byAccount = new Map<string, Map<number, Reading>>()

  constructor(options: ReadingsOptions) {
    this.#options = options
  }

  /** Starts a reading unless one is running or fresh. Doesn't wait for it. */
  start(
    gitlab: GitLabClient,
    user: { id: number; username: string },
    again: boolean,
  ): UserDependents {
    const { clock } = this.#options
    const readings = this.#of(gitlab.account)
    const earlier = readings.get(user.id)
    const isFresh =
      earlier && (earlier.ended === undefined || clock.now() - earlier.ended < freshMs)
    if (!isFresh || (again && earlier.ended !== undefined)) {
      readings.delete(user.id)
      readings.set(user.id, this.#begin(gitlab, user))
      for (const [id, { controller }] of readings) {
        if (readings.size <= maxReadings) break
        controller.abort()
        readings.delete(id)
      }
    }
    return this.get(gitlab.account, user.id)!
  }

  get(account: string, user: number): UserDependents | undefined {
    const reading = this.#byAccount.get(account)?.get(user)
    if (!reading) return undefined
    const { found, started, ended } = reading
    const canActAs = this.#options.mayActAs() ? found.canActAs : false
    return {
      user,
      items: [...found.items],
      questions: structuredClone(found.questions),
      ...(found.unusedTokens > 0 && { unusedTokens: found.unusedTokens }),
      reading: [...found.reading],
      started,
      ...(ended !== undefined && { ended }),
      ...(canActAs !== undefined && { canActAs }),
    }
  }

  forget(account: string): void {
    for (const { controller } of this.#byAccount.get(account)?.values() ?? []) controller.abort()
    this.#byAccount.delete(account)
  }

  close(): void {
    for (const account of [...this.#byAccount.keys()]) this.forget(account)
  }

  #begin(gitlab: GitLabClient, user: { id: number; username: string }): Reading {
    const { account } = gitlab
    const { ownIdOf, onProgress, clock, log } = this.#options
    const controller = new AbortController()
    const reading: Reading = { found: nothingFound(), started: clock.now(), controller }
    const { found } = reading
    const report = () => {
      if (!controller.signal.aborted) onProgress(account, user.id)
    }
    readDependents(found, {
      gitlab,
      user,
      ownId: ownIdOf(account),
      now: clock.now(),
      signal: controller.signal,
      onProgress: report,
    })
      .catch((error: unknown) => {
        log('Reading what depends on a user failed.', { error })
        for (const kind of found.reading) found.questions.push({ kind, why: 'failed' })
      })
      .finally(() => {
        found.reading.clear()
        reading.ended = clock.now()
        report()
      })
    return reading
  }

  #of(account: string): Map<number, Reading> {
    const readings = this.#byAccount.get(account) ?? new Map<number, Reading>()
    this.#byAccount.set(account, readings)
    return readings
  }
}
