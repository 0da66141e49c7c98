import type { Connectivity } from '../../shared/app/connectivity.ts'
import { backoff } from '../infra/time/backoff.ts'
import type { Clock } from '../infra/time/clock.ts'
import { type ConnectivityLog, isCutOff } from './connectivity.ts'

export interface ConnectivityMonitorPorts {
  log: ConnectivityLog
  clock: Clock
  /** The address of an account's instance; undefined once it is signed out. */
  instanceOf(account: string): string | undefined
  /** Asks the service once for an account; what comes of it reaches the log by itself. */
  ask(account: string): Promise<unknown>
}

/** What is looked at as one: the way to an instance is the same for all its accounts. */
interface Lane {
  /** Looks in vain, one after the other. */
  failures: number
  /** When to look again, in milliseconds since 1970. */
  nextAt?: number
  cancelTimer?: () => void
  /** When the last look began. */
  lookedAt: number
  /** Since when it can be reached. */
  goodSince?: number
  /** Looks that are under way or wait for their turn, by account. */
  asking: Map<string, Promise<void>>
  last: Promise<void>
}

const firstPauseMs = 5_000
/** After less than this an instance that is gone again is as it was before: what comes and goes is not asked all the time. */
const steadyMs = 60_000
/** For so long a page counts as before somebody after it last said so. */
const inUseMs = 90_000
/** Whatever says that the network is back, no two looks begin closer. */
const leastPauseMs = 1_000

/**
 * Looks again whether an instance that could not be reached can be by now: one request at a time for each, with longer and
 * longer pauses, and only while somebody has Latchkey before them. What is queued looks for itself, see `outbox/gate.ts`.
 */
export class ConnectivityMonitor {
  readonly #ports: ConnectivityMonitorPorts
  readonly #lanes = new Map<string, Lane>()
  #inUseUntil = 0
  #isClosed = false

  constructor(ports: ConnectivityMonitorPorts) {
    this.#ports = ports
  }

  /** An answer said something of the way to an account's instance. */
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
      // Whoever asked has looked, so the next look can wait.
      if (lane.asking.size === 0) this.#planNext(lane)
    } else if (wasCutOff && lane.asking.size === 0) this.#lookAtOthers(lane)
  }

  /** A page is before somebody, and perhaps this machine has a network again. */
  inUse({ networkIsBack = false } = {}): void {
    this.#inUseUntil = this.#ports.clock.now() + inUseMs
    for (const lane of this.#lanes.values()) {
      if (networkIsBack && lane.nextAt !== undefined) {
        lane.failures = 0
        this.#plan(lane, this.#soon(lane))
      } else this.#plan(lane, lane.nextAt)
    }
  }

  /** Looks at once, whatever wait there is. */
  async tryNow(account: string): Promise<Connectivity> {
    const lane = this.#laneOf(account)
    if (lane) {
      lane.failures = 0
      await this.#look(lane, account)
    }
    return this.#ports.log.of(account)
  }

  forget(account: string): void {
    this.#ports.log.forget(account)
    for (const [instance, lane] of this.#lanes) {
      if (this.#cutOffOf(lane).length === 0) this.#plan(lane, undefined)
      if (lane.nextAt === undefined && lane.asking.size === 0) this.#lanes.delete(instance)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const lane of this.#lanes.values()) lane.cancelTimer?.()
  }

  /** One look after the other for each instance; a second wish for the same one joins the first. */
  #look(lane: Lane, account: string): Promise<void> {
    const known = lane.asking.get(account)
    if (known) return known
    const turn = lane.last.then(() => this.#ask(lane, account))
    lane.last = turn
    lane.asking.set(account, turn)
    return turn
  }

  async #ask(lane: Lane, account: string): Promise<void> {
    const { ask, clock, log } = this.#ports
    lane.lookedAt = clock.now()
    // What came of it is in the log.
    if (!this.#isClosed) await ask(account).catch(() => undefined)
    lane.asking.delete(account)
    if (this.#isClosed || lane.asking.size > 0) return
    if (isCutOff(log.of(account).state)) this.#planNext(lane)
    else this.#lookAtOthers(lane)
  }

  /** What holds for one account may hold for the others of the instance, so they are looked at too. */
  #lookAtOthers(lane: Lane): void {
    const others = this.#cutOffOf(lane).length > 0
    this.#plan(lane, others ? this.#soon(lane) : undefined)
  }

  #soon(lane: Lane): number {
    return Math.max(this.#ports.clock.now(), lane.lookedAt + leastPauseMs)
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
    // Nobody has it before them any more; whoever comes back finds the look due.
    if (this.#ports.clock.now() >= this.#inUseUntil) return this.#plan(lane, lane.nextAt)
    this.#plan(lane, undefined)
    lane.failures += 1
    void this.#look(lane, account)
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
      lookedAt: 0,
      asking: new Map(),
      last: Promise.resolve(),
    }
    this.#lanes.set(instance, lane)
    return lane
  }
}
