import { type Throttle, backoff, stopsAccount } from '../gitlab/throttle.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { Clock } from '../platform/time/clock.ts'
import { concernsAccount } from './failures.ts'
import type { JobItem, JobOutcome } from './job-kind.ts'

const maxSkipped = 32

/** What failed since the queue last resumed, which decides what is tried next, and when. */
export class RecentFailures {
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #counts = new Map<number, number>()
  /** Failures that affect every item of a kind until the account, its token, or this computer changes. */
  readonly #lasting = new Map<string, UnformattedFailure>()

  constructor(throttle: Throttle, clock: Clock) {
    this.#throttle = throttle
    this.#clock = clock
  }

  /** How many failed items to skip when looking for others. */
  get skipped(): number {
    return Math.min(this.#counts.size, maxSkipped)
  }

  /** How often an item failed; items with fewer failures go first. */
  countOf({ id }: Pick<JobItem, 'id'>): number {
    return this.#counts.get(id) ?? 0
  }

  /** A failure that affects every item of a kind until the user acts. */
  lastingOf(kind: string): UnformattedFailure | undefined {
    return this.#lasting.get(kind)
  }

  /** The first item is sent first again, regardless of its failures. */
  clear(): void {
    this.#counts.clear()
    this.#lasting.clear()
  }

  /**
   * Records the outcome of an attempt that began in this generation of the throttle, and returns when to try the item again
   * (ms since 1970). A failure that concerns the entire account also throttles the account.
   */
  record(item: JobItem, outcome: JobOutcome, generation: number): number {
    const throttle = this.#throttle
    const now = this.#clock.now()
    const retryTime = now + backoff(item.attempts + 1, this.#clock.random())
    if (outcome.kind === 'again') return retryTime
    if (outcome.kind !== 'delayed' && outcome.kind !== 'unknown') {
      throttle.recordSuccess()
      this.#counts.delete(item.id)
      return now
    }
    const { failure } = outcome
    const isJustLost = outcome.kind === 'unknown' && item.state === 'sending'
    // Verify a lost write before other items are tried.
    if (!isJustLost) this.#counts.set(item.id, this.countOf(item) + 1)
    // A refusal of an earlier token or earlier permissions must not stop the current ones.
    if (stopsAccount(failure) && generation !== throttle.generation) return retryTime
    // The throttle counts the pause from the response, so setting the clock back can't extend it.
    if (failure.kind === 'rate-limited') return Math.max(now, throttle.limitedUntil())
    // The throttle delays all writes alike, so their order stays the same.
    if (failure.reason === 'read-only-instance')
      return Math.min(now, throttle.recordFailure(failure))
    if (outcome.isLasting && !stopsAccount(failure)) {
      if (generation === throttle.generation) this.#lasting.set(item.kind, failure)
      return now
    }
    // If the response to one creation was lost, others may be lost too.
    if (concernsAccount(failure) || failure.creation) {
      const retryAt = throttle.recordFailure(failure)
      return isJustLost ? retryAt : Math.max(retryAt, retryTime)
    }
    // A lost response is looked up immediately.
    return isJustLost && failure.status === undefined ? now : retryTime
  }
}
