import { createFailureError } from '../platform/failures.ts'
import { withTimeLimit } from '../platform/time/time-limit.ts'
import { PerAccount } from './per-account.ts'

interface Gate {
  /** Number of requests that use the token. */
  uses: number
  /** Settles when the change in progress does. */
  change: Promise<void> | undefined
  onIdle(): void
}

/**
 * Separates requests from changes to an account's token, so no request is ever sent with a token that is being
 * replaced.
 */
export class TokenGate {
  readonly #gates = new PerAccount<Gate>(() => ({
    uses: 0,
    change: undefined,
    onIdle: () => undefined,
  }))

  /** Runs an action that uses the token, as soon as no change is in progress. */
  async use<T>(id: string, run: () => Promise<T>): Promise<T> {
    const gate = this.#gates.get(id)
    while (gate.change) await gate.change
    gate.uses += 1
    try {
      return await run()
    } finally {
      gate.uses -= 1
      if (gate.uses === 0) gate.onIdle()
    }
  }

  /** Changes the token. Other changes, and uses that haven't started, wait for it to finish. */
  async change<T>(id: string, run: () => Promise<T>): Promise<T> {
    const gate = this.#gates.get(id)
    while (gate.change) await gate.change
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.change = promise
    try {
      return await run()
    } finally {
      gate.change = undefined
      resolve()
    }
  }

  /** Within a change: waits until the token is no longer in use. Throws if that takes too long. */
  async idle(id: string, maxWaitMs: number): Promise<void> {
    const gate = this.#gates.get(id)
    if (gate.uses === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.onIdle = resolve
    await withTimeLimit(promise, maxWaitMs, () => createFailureError('rotation.busy'))
  }
}
