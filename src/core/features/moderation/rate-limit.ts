import { type Failure, FailureError } from '../../infra/failure.ts'
import type { AccountThrottle } from './account-throttle.ts'
import type { Clock } from '../../infra/time/clock.ts'

/** As long as a user that was just read may be relied on. */
const shortPauseMs = 2_000
/** How long a call is repeated before it fails. */
const maxRepeatMs = 4_000

/** Keeps to the rate limits of a service: nothing is requested during a pause, and short ones are waited out. */
export class RateLimits {
  readonly #throttle: AccountThrottle
  readonly #clock: Clock

  constructor(throttle: AccountThrottle, clock: Clock) {
    this.#throttle = throttle
    this.#clock = clock
  }

  /** The current pause, if any. */
  current(): Failure | undefined {
    const failure = this.#throttle.waitingReason(this.#clock.now())
    return failure?.kind === 'rate-limited' ? failure : undefined
  }

  /** Waits for the end of a short pause; after a longer one the user that was read would be too old. */
  async waitIfShort(): Promise<void> {
    const left = () => (this.current()?.retryAt ?? 0) - this.#clock.now()
    const until = this.#clock.now() + shortPauseMs
    // Timers may be early.
    for (let wait = left(); wait > 0 && this.#clock.now() + wait <= until; wait = left()) {
      await new Promise<void>((resolve) => void this.#clock.after(Math.max(1, wait), resolve))
    }
  }

  /**
   * Calls once no pause lasts; throws where one lasts longer. A service that asks for a short pause did nothing, so it is called
   * again after it, if `mayRepeat` still allows it.
   */
  async throttled<T>(call: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    const until = this.#clock.now() + maxRepeatMs
    for (;;) {
      await this.waitIfShort()
      this.#refuse()
      try {
        return await call()
      } catch (error) {
        if (!isPauseWanted(error)) throw error
        const now = this.#clock.now()
        const retryAt = this.#throttle.recordFailure(error.failure, now, this.#clock.random())
        if (retryAt > Math.min(until, now + shortPauseMs)) throw error
        await this.waitIfShort()
        if (!mayRepeat()) throw error
      }
    }
  }

  #refuse(): void {
    const failure = this.current()
    if (failure) throw new FailureError({ ...failure, status: 429 })
  }
}

function isPauseWanted(error: unknown): error is FailureError {
  return (
    error instanceof FailureError &&
    error.failure.kind === 'rate-limited' &&
    error.failure.status === 429
  )
}
