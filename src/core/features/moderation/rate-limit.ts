import { type Failure, FailureError } from '../../infra/failure.ts'
import type { AccountThrottle } from './account-throttle.ts'
import type { Clock } from '../../infra/time/clock.ts'

/** As long as what was just seen of a person may be relied on. */
const shortPauseMs = 2_000
/** Longer than that no call is repeated in one go. */
const longestGoMs = 4_000

/** Keeps the pauses that a service asks for: nothing is asked while one lasts, and short ones are waited out. */
export class RateLimits {
  readonly #throttle: AccountThrottle
  readonly #clock: Clock

  constructor(throttle: AccountThrottle, clock: Clock) {
    this.#throttle = throttle
    this.#clock = clock
  }

  /** The pause that lasts; nothing where there is none. */
  current(): Failure | undefined {
    const failure = this.#throttle.waiting(this.#clock.now())
    return failure?.kind === 'rate-limited' ? failure : undefined
  }

  /** Waits for the end of a pause that is short; of a longer one what was seen of the person would be too old. */
  async waitIfShort(): Promise<void> {
    const left = () => (this.current()?.retryAt ?? 0) - this.#clock.now()
    const until = this.#clock.now() + shortPauseMs
    // Timers may be early.
    for (let wait = left(); wait > 0 && this.#clock.now() + wait <= until; wait = left()) {
      await new Promise<void>((resolve) => void this.#clock.after(Math.max(1, wait), resolve))
    }
  }

  /**
   * Calls, once no pause lasts; throws where one lasts for longer. Where the service only asks for a short pause it did nothing,
   * and is called again after it, if that may still be.
   */
  async throttled<T>(call: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    const until = this.#clock.now() + longestGoMs
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
