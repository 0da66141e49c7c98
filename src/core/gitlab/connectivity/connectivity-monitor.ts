import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import { backoff } from '../throttle.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type ConnectivityLog, canCheckAgain } from './connectivity.ts'

export interface ConnectivityMonitorOptions {
  log: ConnectivityLog
  clock: Clock
  /** The URL of an account's instance; undefined once it is signed out. */
  instanceOf(account: string): string | undefined
  /** Sends one request for an account; the log records its result. */
  sendRequest(account: string): Promise<unknown>
}

/** An instance's checks, shared by all its accounts. */
interface InstanceChecks {
  /** Number of consecutive failed checks. */
  failures: number
  /** When to check again, in milliseconds since 1970. */
  nextAt?: number
  cancelTimer?: () => void
  /** When the last check started. */
  checkedAt: number
  /** When the instance became reachable. */
  reachableSince?: number
  /** Running and pending checks by account. */
  checking: Map<string, Promise<void>>
  last: Promise<void>
}

const firstPauseMs = 5_000
/** An instance that was online for less than this keeps its backoff, so an unstable one isn't checked constantly. */
const steadyMs = 60_000
/** How long a page is considered in use after its last report. */
const inUseMs = 90_000
/** The minimum time between two checks, even when the network is back. */
const minPauseMs = 1_000

/**
 * Rechecks unreachable instances, one request at a time, at increasing intervals, and only while Latchkey is in use.
 * The queue has its own retries; see `Throttle`.
 */
export class ConnectivityMonitor {
  readonly #options: ConnectivityMonitorOptions
  readonly #instances = new Map<string, InstanceChecks>()
  #inUseUntil = 0
  #isClosed = false

  constructor(options: ConnectivityMonitorOptions) {
    this.#options = options
  }

  /** Handles an account's state after a response. */
  onStateChange({ account, state }: Connectivity, before: Connectivity['state']): void {
    const checks = this.#checksFor(account)
    if (!checks || this.#isClosed) return
    const now = this.#options.clock.now()
    const wasUnreachable = canCheckAgain(before)
    if (state === 'online') checks.reachableSince ??= now
    if (canCheckAgain(state)) {
      const isSteady =
        checks.reachableSince === undefined || now - checks.reachableSince >= steadyMs
      const isNewOutage = !wasUnreachable && this.#unreachableAccounts(checks).length === 1
      if (isSteady && isNewOutage) checks.failures = 0
      checks.reachableSince = undefined
      // That request was effectively a check, so the next one can wait.
      if (checks.checking.size === 0) this.#planNext(checks)
    } else if (wasUnreachable && checks.checking.size === 0) this.#checkOthers(checks)
  }

  /** Call when a page is in use, and when the network may be back. */
  inUse({ networkIsBack = false } = {}): void {
    this.#inUseUntil = this.#options.clock.now() + inUseMs
    for (const checks of this.#instances.values()) {
      if (networkIsBack && checks.nextAt !== undefined) {
        checks.failures = 0
        this.#plan(checks, this.#earliestTime(checks))
      } else this.#plan(checks, checks.nextAt)
    }
  }

  /** Checks immediately. */
  async tryNow(account: string): Promise<Connectivity> {
    const checks = this.#checksFor(account)
    if (checks) {
      checks.failures = 0
      await this.#check(checks, account)
    }
    return this.#options.log.get(account)
  }

  forget(account: string): void {
    this.#options.log.forget(account)
    for (const [instance, checks] of this.#instances) {
      if (this.#unreachableAccounts(checks).length === 0) this.#plan(checks, undefined)
      if (checks.nextAt === undefined && checks.checking.size === 0)
        this.#instances.delete(instance)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const checks of this.#instances.values()) checks.cancelTimer?.()
  }

  /** Runs an instance's checks one at a time; a second check for the same account joins the first. */
  #check(checks: InstanceChecks, account: string): Promise<void> {
    const running = checks.checking.get(account)
    if (running) return running
    const check = checks.last.then(() => this.#runCheck(checks, account))
    checks.last = check
    checks.checking.set(account, check)
    return check
  }

  async #runCheck(checks: InstanceChecks, account: string): Promise<void> {
    const { sendRequest: ask, clock, log } = this.#options
    checks.checkedAt = clock.now()
    // The result is recorded in the log.
    if (!this.#isClosed) await ask(account).catch(() => undefined)
    checks.checking.delete(account)
    if (this.#isClosed || checks.checking.size > 0) return
    if (canCheckAgain(log.get(account).state)) this.#planNext(checks)
    else this.#checkOthers(checks)
  }

  /** The instance may be reachable again for its other accounts too. */
  #checkOthers(checks: InstanceChecks): void {
    const others = this.#unreachableAccounts(checks).length > 0
    this.#plan(checks, others ? this.#earliestTime(checks) : undefined)
  }

  #earliestTime(checks: InstanceChecks): number {
    return Math.max(this.#options.clock.now(), checks.checkedAt + minPauseMs)
  }

  #planNext(checks: InstanceChecks): void {
    const { now, random } = this.#options.clock
    this.#plan(checks, now() + backoff(checks.failures + 1, random(), firstPauseMs))
  }

  #plan(checks: InstanceChecks, at: number | undefined): void {
    const { clock, log } = this.#options
    const now = clock.now()
    checks.cancelTimer?.()
    checks.cancelTimer = undefined
    checks.nextAt = at
    const isWatched = at !== undefined && now < this.#inUseUntil && !this.#isClosed
    for (const account of this.#unreachableAccounts(checks))
      log.setNextTry(account, isWatched ? at : undefined)
    if (isWatched)
      checks.cancelTimer = clock.after(Math.max(0, at - now), () => this.#runPlanned(checks))
  }

  #runPlanned(checks: InstanceChecks): void {
    checks.cancelTimer = undefined
    const [account] = this.#unreachableAccounts(checks)
    if (account === undefined) return this.#plan(checks, undefined)
    // Not in use anymore; the check runs when the user returns.
    if (this.#options.clock.now() >= this.#inUseUntil) return this.#plan(checks, checks.nextAt)
    this.#plan(checks, undefined)
    checks.failures += 1
    void this.#check(checks, account)
  }

  /** The instance's accounts that can't reach it. */
  #unreachableAccounts(checks: InstanceChecks): string[] {
    return this.#options.log
      .list()
      .filter(({ account, state }) => canCheckAgain(state) && this.#checksFor(account) === checks)
      .map(({ account }) => account)
  }

  #checksFor(account: string): InstanceChecks | undefined {
    const instance = this.#options.instanceOf(account)
    if (instance === undefined) return undefined
    const checks = this.#instances.get(instance) ?? {
      failures: 0,
      checkedAt: 0,
      checking: new Map(),
      last: Promise.resolve(),
    }
    this.#instances.set(instance, checks)
    return checks
  }
}
