import { createFailure } from '../../platform/failures.ts'
import { textOf } from '../../platform/messages.ts'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { Clock } from '../../platform/time/clock.ts'

export interface ConnectivityOptions extends Pick<Clock, 'now' | 'after'> {
  /** Called on every change that the page shows. */
  onChange(state: Connectivity): void
  /** Called with the state after every relevant response, even if it is unchanged. */
  onAnswer?(state: Connectivity, before: Connectivity['state']): void
  /** Time of an account's last successful response before startup (ms since 1970). */
  lastGoodAt?(account: string): number | undefined
}

/** How often (ms) the page is sent the time of the last successful response while an account is online. */
const notifyIntervalMs = 60_000
/** How long (ms) a request may take before its account is reported as waiting. */
const waitingAfterMs = 5_000

/** Tracks whether each account's instance can be reached, judging by its responses. */
export class ConnectivityLog {
  readonly #states = new Map<string, Connectivity>()
  /** The time of the last successful response sent to the page, by account. */
  readonly #sent = new Map<string, number>()
  /** Number of slow requests, by account. */
  readonly #waiting = new Map<string, number>()
  readonly #options: ConnectivityOptions

  constructor(options: ConnectivityOptions) {
    this.#options = options
  }

  list(): Connectivity[] {
    return [...this.#states.values()]
  }

  get(account: string): Connectivity {
    const lastGoodAt = () => this.#options.lastGoodAt?.(account)
    return this.#states.get(account) ?? { account, state: 'unknown', lastGoodAt: lastGoodAt() }
  }

  forget(account: string): void {
    this.#states.delete(account)
    this.#sent.delete(account)
  }

  /** Sets when an account's instance will be checked again; undefined means never. */
  setNextTry(account: string, nextTryAt: number | undefined): void {
    const before = this.#states.get(account)
    if (!before || before.nextTryAt === nextTryAt) return
    const after = { ...before, nextTryAt }
    this.#states.set(account, after)
    this.#options.onChange(after)
  }

  /** Runs a call for an account and records its result. */
  async observe<T>(account: string, call: () => Promise<T>): Promise<T> {
    const waiting = this.#startWaiting(account)
    try {
      const value = await call()
      this.#record(account, undefined)
      return value
    } catch (error) {
      if (error instanceof FailureError) this.#record(account, error.failure)
      else if (waiting.isLong() && isTimeout(error))
        this.#record(account, createFailure('service.stillWaiting'))
      throw error
    } finally {
      waiting.stop()
    }
  }

  #startWaiting(account: string) {
    let isLong = false
    const cancel = this.#options.after(waitingAfterMs, () => {
      isLong = true
      this.#countWaiting(account, 1)
    })
    return {
      isLong: () => isLong,
      stop: () => {
        if (isLong) this.#countWaiting(account, -1)
        else cancel()
      },
    }
  }

  #countWaiting(account: string, change: number): void {
    const before = this.#waiting.get(account) ?? 0
    this.#waiting.set(account, before + change)
    if (before > 0 && before + change > 0) return
    const { isWaiting, ...state } = this.get(account)
    const after = isWaiting ? state : { ...state, isWaiting: true as const }
    this.#states.set(account, after)
    this.#options.onChange(after)
  }

  #record(account: string, failure: UnformattedFailure | undefined): void {
    const before = this.#states.get(account)
    const state = failure ? stateAfter(failure) : 'online'
    if (state === undefined) return
    const isGood = state === 'online'
    const { onChange: changed, onAnswer: noted } = this.#options
    const now = this.#options.now()
    const after: Connectivity = {
      account,
      state,
      lastGoodAt: isGood ? now : this.get(account).lastGoodAt,
      message: isGood || !failure ? undefined : textOf(failure.message),
      nextTryAt: canCheckAgain(state) ? before?.nextTryAt : undefined,
      ...(before?.isWaiting && { isWaiting: true }),
    }
    this.#states.set(account, after)
    const isLate = isGood && now - (this.#sent.get(account) ?? 0) >= notifyIntervalMs
    if (isLate || before?.state !== after.state || before.message !== after.message) {
      if (isGood) this.#sent.set(account, now)
      changed(after)
    }
    noted?.(after, before?.state ?? 'unknown')
  }
}

/** Whether checking again may help, which it doesn't for a rejected token. */
export function canCheckAgain(state: Connectivity['state']): boolean {
  return state === 'offline' || state === 'service-down'
}

/** Whether a caller's own time limit ended the request. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/**
 * The state after a failure; undefined if the failure doesn't reveal it. Only a response from GitLab means `online`.
 */
function stateAfter({
  kind,
  reason,
  status,
}: UnformattedFailure): Connectivity['state'] | undefined {
  switch (kind) {
    case 'offline':
      return reason === 'nothing-answers' ? 'service-down' : 'offline'
    case 'service-error':
      return reason === 'read-only-instance' ? 'online' : 'service-down'
    case 'timeout':
    case 'not-the-service':
    case 'refused-redirect':
      return 'service-down'
    case 'unknown-outcome':
      return reason === 'secret-missing' ? 'online' : 'service-down'
    case 'unauthorized':
      return 'signed-out'
    case 'forbidden':
      if (reason === 'account-unusable') return 'signed-out'
      // A 401 may concern the requested object or the token.
      return status === undefined || status === 401 ? undefined : 'online'
    case 'not-found':
    case 'conflict':
    case 'rate-limited':
    case 'invalid':
      // Without a status, the request was rejected by Latchkey itself.
      return status === undefined ? undefined : 'online'
    default:
      return undefined
  }
}
