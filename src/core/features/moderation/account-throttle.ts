import { message } from '../../../shared/messages/message.ts'
import type { Failure } from '../../infra/failure.ts'
import { backoff, longestPauseMs } from '../../infra/time/backoff.ts'
import { longestRateLimitMs } from '../../service-client/retry.ts'
import { stopsAccount } from './failures.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

/** Where a rate limit does not say when it ends. */
const firstLimitedPauseMs = 5_000

/** Whether an account may send just now: one failure that is not about one person holds back all that it has queued. */
export class AccountThrottle {
  readonly #sql: Sql
  readonly #owner: number
  #failures = 0
  #until = 0
  #failure: Failure | undefined
  #isStopped = false
  #isAlone = true
  #generation = 0

  constructor(sql: Sql, owner: number) {
    this.#sql = sql
    this.#owner = owner
  }

  /** Why nothing is sent just now; nothing where something may be. */
  waiting(now: number): Failure | undefined {
    const limited = this.limitedUntil(now)
    // Something else may have gone wrong since; the pause lasts all the same.
    const said = this.#failure?.kind === 'rate-limited' ? this.#failure : rateLimited
    if (limited > now) return { ...said, retryAt: limited }
    return this.#isStopped || this.#pausedUntil(now) > now ? this.#failure : undefined
  }

  /** When something may be sent again, in milliseconds since 1970; `Infinity` where somebody has to act first. */
  retryAt(now: number): number {
    if (this.#isStopped) return Infinity
    return Math.max(this.#pausedUntil(now), this.limitedUntil(now))
  }

  /** Whether the next one is to go alone, because nobody knows yet whether the way is free. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Another number after each `resume`: requests from before may fail of what was fixed since. */
  get generation(): number {
    return this.#generation
  }

  /** Something came through; what was under way when the account was stopped proves nothing. */
  recordSuccess(): void {
    if (this.#isStopped) return
    this.#failures = 0
    this.#until = 0
    this.#failure = undefined
    this.#isAlone = false
  }

  /** Returns when to try again, in milliseconds since 1970. */
  recordFailure(failure: Failure, now: number, chance: number): number {
    this.#failure = failure
    // Several that were under way at once fail of one cause, which counts once.
    if (this.retryAt(now) <= now) this.#failures += 1
    this.#isAlone = true
    if (stopsAccount(failure)) this.#isStopped = true
    else if (failure.kind === 'rate-limited') return this.#limit(failure, now, chance)
    this.#until = Math.max(this.#until, now + backoff(this.#failures, chance))
    return this.#until
  }

  /** The way may be free again; a rate limit is not ended by that. */
  resume(): void {
    this.#until = 0
    this.#isStopped = false
    this.#isAlone = true
    this.#generation += 1
  }

  /** Forgets how long the service asked to wait. */
  forgetRateLimit(): void {
    this.#failures = 0
    this.#sql.run(
      'UPDATE owners SET limited_since = NULL, limited_until = NULL WHERE id = ?',
      this.#owner,
    )
  }

  /** No pause of ours is longer; what says so was written by a clock that was set back since. */
  #pausedUntil(now: number): number {
    this.#until = Math.min(this.#until, now + longestPauseMs)
    return this.#until
  }

  #limit({ retryAt }: Failure, now: number, chance: number): number {
    const known = this.limitedUntil(now)
    const until = Math.max(
      // A pause that is over already is none.
      retryAt !== undefined && retryAt > now
        ? retryAt
        : now + backoff(this.#failures, chance, firstLimitedPauseMs),
      known,
    )
    if (until === known) return until
    // Kept on disk, so that a restart does not forget what the service asked for.
    this.#sql.run(
      'UPDATE owners SET limited_since = ?, limited_until = ? WHERE id = ?',
      now,
      until,
      this.#owner,
    )
    return until
  }

  /** When the pause ends that the service asked for last, in milliseconds since 1970. */
  limitedUntil(now: number): number {
    const row = this.#sql.one(
      'SELECT limited_since, limited_until FROM owners WHERE id = ?',
      this.#owner,
    )
    const since = Number(row?.['limited_since'] ?? 0)
    // An older Latchkey may have stored a pause of weeks.
    const until = Math.min(Number(row?.['limited_until'] ?? 0), since + longestRateLimitMs)
    // Where the clock was set back, what is left of the wait counts from now.
    if (until <= now || since <= now) return until
    const shifted = now + (until - since)
    this.#sql.run(
      'UPDATE owners SET limited_since = ?, limited_until = ? WHERE id = ?',
      now,
      shifted,
      this.#owner,
    )
    return shifted
  }
}

const rateLimited: Failure = {
  kind: 'rate-limited',
  message: message('queue.rateLimited'),
  hint: message('queue.rateLimitedHint'),
}
