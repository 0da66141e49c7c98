import type { Connectivity } from '../../shared/app/connectivity.ts'
import { backoff } from '../infra/time/backoff.ts'
import type { Clock } from '../infra/time/clock.ts'
import { type ConnectivityLog, isCutOff } from './connectivity.ts'

export interface ConnectivityMonitorPorts {
  log: ConnectivityLog
  clock: Clock
  /** The URL of an account's instance; undefined once it is signed out. */
  instanceOf(account: string): string | undefined
  /** Sends one request for an account; its result is recorded in the log. */
  ask(account: string): Promise<unknown>
}

/** The checks of one instance, which all its accounts share. */
interface Lane {
  /** Failed checks in a row. */
  failures: number
  /** When to check again, in milliseconds since 1970. */
  nextAt?: number
  cancelTimer?: () => void
  /** When the last check started. */
  checkedAt: number
  /** Since when it can be reached. */
  goodSince?: number
  /** Running and waiting checks, by account. */
  checking: Map<string, Promise<void>>
  last: Promise<void>
}

const firstPauseMs = 5_000
/** An instance that was online for less keeps its pauses, so that an unstable one is not checked all the time. */
const steadyMs = 60_000
/** How long a page counts as in use after its last report. */
const inUseMs = 90_000
/** The minimum time between two checks, even when the network is back. */
const minPauseMs = 1_000

/**
 * Checks again whether an unreachable instance can be reached: one request at a time, with increasing pauses, and only while
 * Latchkey is in use. The queue has its own retries, see `AccountThrottle`.
 */
export class ConnectivityMonitor {
  readonly #ports: ConnectivityMonitorPorts
  readonly #lanes = new Map<string, Lane>()
  #inUseUntil = 0
  #isClosed = false

  constructor(ports: ConnectivityMonitorPorts) {
    this.#ports = ports
  }

  /** Handles the state after an answer for an account. */
  noted({ account, state }: Connectivity, before: Connectivity['state']): void {
    const lane = this.#laneOf(account)
    if (!lane || this.#isClosed) return
    const now = this.#ports.clock.now()
    const wasCutOff = isCutOff(before)
    if (state === 'online') lane.goodSince ??= now
    if (isCutOff(state)) {
      const isSteady = lane.goodSince === undefined || now - lane.goodSince >= steadyMs
      if (!wasCutOff && isSteady && this.#cutOffOf(lane).length === 1) lane.failures = 0
      lane.goodSince = undefined
      // That request was a check, so the next one can wait.
      if (lane.checking.size === 0) this.#planNext(lane)
    } else if (wasCutOff && lane.checking.size === 0) this.#checkOthers(lane)
  }

  /** A page is in use, and the network may be back. */
  inUse({ networkIsBack = false } = {}): void {
    this.#inUseUntil = this.#ports.clock.now() + inUseMs
    for (const lane of this.#lanes.values()) {
      if (networkIsBack && lane.nextAt !== undefined) {
        lane.failures = 0
        this.#plan(lane, this.#soon(lane))
      } else this.#plan(lane, lane.nextAt)
    }
  }

  /** Checks immediately. */
  async tryNow(account: string): Promise<Connectivity> {
    const lane = this.#laneOf(account)
    if (lane) {
      lane.failures = 0
      await this.#check(lane, account)
    }
    return this.#ports.log.of(account)
  }

  forget(account: string): void {
    this.#ports.log.forget(account)
    for (const [instance, lane] of this.#lanes) {
      if (this.#cutOffOf(lane).length === 0) this.#plan(lane, undefined)
      if (lane.nextAt === undefined && lane.checking.size === 0) this.#lanes.delete(instance)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const lane of this.#lanes.values()) lane.cancelTimer?.()
  }

  /** Runs the checks of an instance one after the other; a second check of an account joins the first. */
  #check(lane: Lane, account: string): Promise<void> {
    const known = lane.checking.get(account)
    if (known) return known
    const turn = lane.last.then(() => this.#ask(lane, account))
    lane.last = turn
    lane.checking.set(account, turn)
    return turn
  }

  async #ask(lane: Lane, account: string): Promise<void> {
    const { ask, clock, log } = this.#ports
    lane.checkedAt = clock.now()
    // The log has the result.
    if (!this.#isClosed) await ask(account).catch(() => undefined)
    lane.checking.delete(account)
    if (this.#isClosed || lane.checking.size > 0) return
    if (isCutOff(log.of(account).state)) this.#planNext(lane)
    else this.#checkOthers(lane)
  }

  /** The other accounts of the instance may be reachable as well, so they are checked, too. */
  #checkOthers(lane: Lane): void {
    const others = this.#cutOffOf(lane).length > 0
    this.#plan(lane, others ? this.#soon(lane) : undefined)
  }

  #soon(lane: Lane): number {
    return Math.max(this.#ports.clock.now(), lane.checkedAt + minPauseMs)
  }

  #planNext(lane: Lane): void {
    const { now, random } = this.#ports.clock
    this.#plan(lane, now() + backoff(lane.failures + 1, random(), firstPauseMs))
  }

  #plan(lane: Lane, at: number | undefined): void {
    const { clock, log } = this.#ports
    const now = clock.now()
    lane.cancelTimer?.()
    lane.cancelTimer = undefined
    lane.nextAt = at
    const isWatched = at !== undefined && now < this.#inUseUntil && !this.#isClosed
    for (const account of this.#cutOffOf(lane)) log.plan(account, isWatched ? at : undefined)
    if (isWatched) lane.cancelTimer = clock.after(Math.max(0, at - now), () => this.#due(lane))
  }

  #due(lane: Lane): void {
    lane.cancelTimer = undefined
    const [account] = this.#cutOffOf(lane)
    if (account === undefined) return this.#plan(lane, undefined)
    // No longer in use; the check is due when a user returns.
    if (this.#ports.clock.now() >= this.#inUseUntil) return this.#plan(lane, lane.nextAt)
    this.#plan(lane, undefined)
    lane.failures += 1
    void this.#check(lane, account)
  }

  /** Accounts of an instance that cannot reach it. */
  #cutOffOf(lane: Lane): string[] {
    return this.#ports.log
      .list()
      .filter(({ account, state }) => isCutOff(state) && this.#laneOf(account) === lane)
      .map(({ account }) => account)
  }

  #laneOf(account: string): Lane | undefined {
    const instance = this.#ports.instanceOf(account)
    if (instance === undefined) return undefined
    const lane = this.#lanes.get(instance) ?? {
      failures: 0,
      checkedAt: 0,
      checking: new Map(),
      last: Promise.resolve(),
    }
    this.#lanes.set(instance, lane)
    return lane
  }
}
