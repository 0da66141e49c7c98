import type { LockState } from '../../shared/app/lock.ts'
import type { Clock } from '../infra/time/clock.ts'
import { after as systemAfter } from '../infra/time/scheduler.ts'

/** Milliseconds without a request after which a batch ends. A keychain may ask the person at each read. */
const usualGapMs = 5 * 60_000
/** The same while Latchkey is locked and nobody is there. */
const lockedGapMs = 5_000

interface Batch {
  token: string
  end(): void
}

/** What tokens are held by. */
export type LockNow = Pick<LockState, 'locked' | 'pausesQueue'>

/**
 * The tokens of the batches that run. A batch is what is asked for one account with no more than five minutes between two requests,
 * or five seconds while Latchkey is locked. It reads the keychain once, however many wait for a slow one, and its token is dropped
 * when it ends. While the queue is paused by the lock, little is asked, and each request is a batch of its own.
 */
export class TokenCache {
  readonly #lock: () => LockNow
  readonly #after: Clock['after']
  readonly #batches = new Map<string, Batch>()
  readonly #readings = new Map<string, Promise<string>>()

  constructor(lock: () => LockNow, after: Clock['after'] = systemAfter) {
    this.#lock = lock
    this.#after = after
  }

  /** The token of an account, read where no batch of it runs. */
  async get(id: string, read: () => Promise<string>): Promise<string> {
    const batch = this.#batches.get(id)
    if (batch) return this.set(id, batch.token)
    const known = this.#readings.get(id)
    if (known) return known
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

  /** Begins a batch, or goes on with it. */
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
