import type { LockState } from '../../shared/app/lock.ts'
import type { Clock } from '../infra/time/clock.ts'
import { after as systemAfter } from '../infra/time/scheduler.ts'

/** Milliseconds without a request after which a batch ends. A keychain may prompt at each read. */
const usualGapMs = 5 * 60_000
/** The same while Latchkey is locked. */
const lockedGapMs = 5_000

interface Batch {
  token: string
  end(): void
}

/** The parts of the lock state that limit the cache. */
export type TokenCacheLock = Pick<LockState, 'locked' | 'pausesQueue'>

/**
 * The tokens of the current batches. A batch is a series of requests for one account with no more than five minutes between two
 * of them, or five seconds while Latchkey is locked. It reads the keychain once, even for concurrent requests, and drops its token
 * when it ends. While the lock pauses the queue, there are few requests, and each is a batch of its own.
 */
export class TokenCache {
  readonly #lock: () => TokenCacheLock
  readonly #after: Clock['after']
  readonly #batches = new Map<string, Batch>()
  readonly #readings = new Map<string, Promise<string>>()

  constructor(lock: () => TokenCacheLock, after: Clock['after'] = systemAfter) {
    this.#lock = lock
    this.#after = after
  }

  /** The token of an account, read if there is no batch. */
  async get(id: string, read: () => Promise<string>): Promise<string> {
    const batch = this.#batches.get(id)
    if (batch) return this.set(id, batch.token)
    const pendingRead = this.#readings.get(id)
    if (pendingRead) return pendingRead
    const reading = read()
    this.#readings.set(id, reading)
    try {
      const token = await reading
      // It may have been dropped or replaced while it was read.
      return this.#readings.get(id) === reading ? this.set(id, token) : token
    } finally {
      if (this.#readings.get(id) === reading) this.#readings.delete(id)
    }
  }

  /** Starts or continues a batch. */
  set(id: string, token: string): string {
    this.drop(id)
    const { locked, pausesQueue } = this.#lock()
    // guard: token-of-one-request
    if (pausesQueue) return token
    const gapMs = locked ? lockedGapMs : usualGapMs
    // guard: token-batch-end
    const end = this.#after(gapMs, () => this.#batches.delete(id))
    this.#batches.set(id, { token, end })
    return token
  }

  drop(id: string): void {
    this.#batches.get(id)?.end()
    this.#batches.delete(id)
    this.#readings.delete(id)
  }

  /** Ends every batch now. */
  dropAll(): void {
    for (const id of [...this.#batches.keys(), ...this.#readings.keys()]) this.drop(id)
  }
}
