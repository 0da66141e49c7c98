import type { Connectivity } from '../../shared/app/connectivity.ts'
import { type Failure, FailureError } from '../../shared/failure.ts'

/** Learns from real answers whether each account's instance can be reached. */
export class ConnectivityLog {
  readonly #states = new Map<string, Connectivity>()
  readonly #changed: (state: Connectivity) => void
  readonly #now: () => number

  constructor(now: () => number, changed: (state: Connectivity) => void) {
    this.#now = now
    this.#changed = changed
  }

  list(): Connectivity[] {
    return [...this.#states.values()]
  }

  forget(account: string): void {
    this.#states.delete(account)
  }

  /** Runs a call for an account and notes what came of it. */
  async observe<T>(account: string, call: () => Promise<T>): Promise<T> {
    try {
      const value = await call()
      this.#note(account, undefined)
      return value
    } catch (error) {
      if (error instanceof FailureError) this.#note(account, error.failure)
      throw error
    }
  }

  #note(account: string, failure: Failure | undefined): void {
    const before = this.#states.get(account)
    const state = failure ? stateAfter(failure) : 'online'
    if (state === undefined) return
    const after: Connectivity = {
      account,
      state,
      lastGoodAt: state === 'online' ? this.#now() : before?.lastGoodAt,
      message: state === 'online' ? undefined : failure?.message,
    }
    this.#states.set(account, after)
    if (before?.state !== after.state || before.message !== after.message) this.#changed(after)
  }
}

/** What a failure says about the way to the service; undefined where it says nothing. */
function stateAfter({ kind, reason, status }: Failure): Connectivity['state'] | undefined {
  switch (kind) {
    case 'offline':
      return reason === 'nothing-answers' ? 'service-down' : 'offline'
    case 'timeout':
    case 'service-error':
    case 'not-the-service':
    case 'refused-redirect':
      return 'service-down'
    case 'unauthorized':
      return 'signed-out'
    case 'forbidden':
      return reason === 'account-unusable' ? 'signed-out' : 'online'
    case 'not-found':
    case 'conflict':
    case 'rate-limited':
      return 'online'
    case 'invalid':
      // Without a status it was refused by ourselves.
      return status === undefined ? undefined : 'online'
    default:
      return undefined
  }
}
