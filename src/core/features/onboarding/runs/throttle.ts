import type { Failure } from '../../../infra/failure.ts'
import { backoff } from '../../../infra/time/backoff.ts'

/** Where a rate limit does not say when it ends. */
const firstLimitedPauseMs = 5_000

/** Until when nothing is sent, after a failure that every user would meet. */
export class Throttle {
  #failures = 0
  #failure: Failure | undefined
  #until = 0

  /** Why nothing is sent now. */
  waiting(now: number): Failure | undefined {
    if (!this.#failure || this.#until <= now) return undefined
    return this.#failure.kind === 'rate-limited'
      ? { ...this.#failure, retryAt: this.#until }
      : this.#failure
  }

  /** In milliseconds since 1970; `Infinity` where a person has to act first. */
  get until(): number {
    return this.#until
  }

  /** Whether the next request goes alone, because it is not known yet whether it gets through. */
  get isAlone(): boolean {
    return this.#failures > 0
  }

  /** A request that was in flight when another one failed proves nothing. */
  succeeded(now: number): void {
    if (this.#until > now) return
    this.#failures = 0
    this.#failure = undefined
  }

  failed(failure: Failure, now: number, chance: number): void {
    // Several requests in flight fail for the same reason, which counts once.
    if (this.#until <= now) this.#failures += 1
    // Another failure since then does not end the pause that the service asked for.
    if (this.#failure?.kind !== 'rate-limited' || this.#until <= now) this.#failure = failure
    this.#until = Math.max(this.#until, this.#endOf(failure, now, chance))
  }

  /** Requests may get through again; a rate limit is not ended by that. */
  reset(): void {
    if (this.#failure?.kind !== 'rate-limited') this.#until = 0
  }

  #endOf({ kind, retryAt = 0 }: Failure, now: number, chance: number): number {
    if (lastingKinds.has(kind)) return Infinity
    if (kind !== 'rate-limited') return now + backoff(this.#failures, chance)
    return retryAt > now ? retryAt : now + backoff(this.#failures, chance, firstLimitedPauseMs)
  }
}

/** After these the same request fails again, until the account, its token or this computer have changed. */
const lastingKinds: ReadonlySet<string> = new Set<Failure['kind']>([
  'unauthorized',
  'forbidden',
  'not-found',
  'keychain',
  'unexpected',
])
