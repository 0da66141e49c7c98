import { message } from '../../../shared/messages/message.ts'
import type { Failure } from '../../infra/failure.ts'
import { backoff, longestPauseMs } from '../../infra/time/backoff.ts'
import { maxRateLimitMs } from '../../service-client/retry.ts'
import { stopsAccount } from '../../accounts/access-failure.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

/** Where a rate limit does not say when it ends. */
const firstLimitedPauseMs = 5_000

/** Whether an account may send: a failure that is not about one user delays everything that it has queued. */
export class AccountThrottle {
  readonly #sql: Sql
  #failures = 0
  #until = 0
  #failure: Failure | undefined
  #isStopped = false
  #isAlone = true
  #generation = 0

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Why nothing is sent now; undefined where something may be. */
  waitingReason(now: number): Failure | undefined {
    const limited = this.limitedUntil(now)
    // Another failure since then does not end the pause.
    const said = this.#failure?.kind === 'rate-limited' ? this.#failure : rateLimitedFailure
    if (limited > now) return { ...said, retryAt: limited }
    return this.#isStopped || this.#pausedUntil(now) > now ? this.#failure : undefined
  }

  /** When something may be sent again, in milliseconds since 1970; `Infinity` where a person has to act first. */
  retryAt(now: number): number {
    if (this.#isStopped) return Infinity
    return Math.max(this.#pausedUntil(now), this.limitedUntil(now))
  }

  /** Whether the next request goes alone, because it is not known yet whether it gets through. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Another number after each `resume`: requests from before may fail for a reason that has been fixed since. */
  get generation(): number {
    return this.#generation
  }

  /** A request succeeded; one that was in flight when the account was stopped proves nothing. */
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
    // Several requests in flight fail for the same reason, which counts once.
    if (this.retryAt(now) <= now) this.#failures += 1
    this.#isAlone = true
    if (stopsAccount(failure)) this.#isStopped = true
    else if (failure.kind === 'rate-limited') return this.#limit(failure, now, chance)
    this.#until = Math.max(this.#until, now + backoff(this.#failures, chance))
    return this.#until
  }

  /** Requests may get through again; a rate limit is not ended by that. */
  resume(): void {
    this.#until = 0
    this.#isStopped = false
    this.#isAlone = true
    this.#generation += 1
  }

  /** Forgets how long the service asked to wait. */
  forgetRateLimit(): void {
    this.#failures = 0
    this.#sql.run('UPDATE queue SET limited_since = NULL, limited_until = NULL')
  }

  /** A longer pause comes from a clock that was set back since. */
  #pausedUntil(now: number): number {
    this.#until = Math.min(this.#until, now + longestPauseMs)
    return this.#until
  }

  #limit({ retryAt }: Failure, now: number, chance: number): number {
    const known = this.limitedUntil(now)
    const until = Math.max(
      // A pause that has ended already does not count.
      retryAt !== undefined && retryAt > now
        ? retryAt
        : now + backoff(this.#failures, chance, firstLimitedPauseMs),
      known,
    )
    if (until === known) return until
    // On disk, so that the pause survives a restart.
    this.#sql.run('UPDATE queue SET limited_since = ?, limited_until = ?', now, until)
    return until
  }

  /** When the pause ends that the service asked for last, in milliseconds since 1970. */
  limitedUntil(now: number): number {
    const row = this.#sql.one('SELECT limited_since, limited_until FROM queue')
    const since = Number(row?.['limited_since'] ?? 0)
    const until = Math.min(Number(row?.['limited_until'] ?? 0), since + maxRateLimitMs)
    // Where the clock was set back, what is left of the wait counts from now.
    if (until <= now || since <= now) return until
    const shifted = now + (until - since)
    this.#sql.run('UPDATE queue SET limited_since = ?, limited_until = ?', now, shifted)
    return shifted
  }
}

const rateLimitedFailure: Failure = {
  kind: 'rate-limited',
  message: message('queue.rateLimited'),
  hint: message('queue.rateLimitedHint'),
}
