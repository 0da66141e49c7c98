import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { QueueEvent } from '../../shared/operations/host.ts'
import type { Settings } from '../../shared/operations/settings.ts'
import type { HoldReason, QueueSummary } from '../../shared/operations/queue.ts'
import { isUnreachable } from '../../shared/rules/failure.ts'
import { readOnlyFailure } from '../../shared/rules/read-only-token.ts'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { AuditLog } from '../audit-log/audit-log.ts'
import { type Throttle, backoff, stopsAccount } from '../gitlab/throttle.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type CancelledItem, cancelNext, stopAllJobs } from './cancel-all.ts'
import { ChangeEvents } from './change-events.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { dequeue, isWanted } from './dequeue.ts'
import { applyElapsedTime, holdDeletion, holdUnsentJob, nextMoment } from './elapsed-time.ts'
import { adminRequiredFailure, concernsAccount } from './failures.ts'
import { type JobAccounts, createItemContext } from './item-context.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome, Prepared } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import { JobStore } from './job-store.ts'
import { persist } from './persist.ts'
import { isPaused, setPaused, summarize } from './queue-summary.ts'
import { logOwner, recordOutcome } from './record-outcome.ts'
import { WakeTimer } from './wake-timer.ts'

export interface JobRunnerOptions {
  /** ID of the account whose jobs these are. */
  account: string
  kinds: readonly JobKind[]
  sql: Sql
  auditLog: Pick<AuditLog, 'add'>
  accounts: JobAccounts
  /** The service as an account; users in its answers update the directory by themselves. */
  gitlabOf(account: string): Pick<GitLabClient, 'call' | 'all' | 'page'>
  /** Shared with the runners of the other accounts. */
  limit: ConcurrencyLimit
  settings(): Pick<Settings, 'requestsAtOnce'>
  /** Shared with everything else that the account sends. */
  throttle: Throttle
  /** Whether the account’s instance can't be reached now. */
  isUnreachable?(account: string): boolean
  /** The items or jobs of the account changed, those of these users or of unknown ones. */
  onChange(event: QueueEvent): void
  clock: Clock
  log: LogFunction
}

/** An item that is being sent or checked. */
interface InFlight {
  item: JobItem
  kind: JobKind
  abort: AbortController
  done: Promise<void>
}

/** Items that failed recently and are looked past to find others. */
const maxFailedPassedOver = 32
/** The pause after a failed write to the disk. */
const diskPauseMs = 5_000

/**
 * Sends the items of an account's jobs: those of a lane one after the other, and as many at once as the settings allow for each
 * instance. Wakes when something may have become possible, and never polls.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #kinds: ReadonlyMap<string, JobKind>
  readonly #events: ChangeEvents
  /** The items in flight, by ID. */
  readonly #inFlight = new Map<number, InFlight>()
  readonly #unsubscribe: readonly (() => void)[]
  /** How often each item failed since the queue last resumed: others are tried before it. */
  readonly #failed = new Map<number, number>()
  /** What all items of a kind would meet until the account, its token or this computer has changed. */
  readonly #lasting = new Map<string, UnformattedFailure>()
  /** Items that were sent, and whose outcome could not be stored. */
  readonly #unwritten = new Set<number>()
  /** Kinds of which nothing is started while all of it is being cancelled. */
  readonly #suspended = new Set<string>()
  readonly #timer: WakeTimer
  #isClosed = false
  #diskUntil = 0

  constructor(options: JobRunnerOptions) {
    const { account, clock, kinds, limit, throttle } = options
    this.#options = options
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#events = new ChangeEvents(clock, (targets) => {
      if (this.#isSignedIn()) options.onChange({ account, summary: this.summary(), targets })
    })
    this.#timer = new WakeTimer(clock, () => this.#startReady())
    this.#unsubscribe = [
      limit.subscribe(() => this.wake()),
      throttle.subscribe((isResumed) => this.#onThrottleChange(isResumed)),
    ]
  }

  /** Starts to send what is left from the last time. */
  start(): void {
    this.wake()
    void this.#resumeCancelling()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Checks soon whether there is something to do. */
  wake(): void {
    this.#timer.wake()
  }

  /** Something was changed: reports it, with the users if they are known, and sends what may be sent now. */
  changed(targets?: Iterable<number>): void {
    this.#abortStopped()
    this.#report(targets)
    this.wake()
  }

  /** An item was queued: it is sent once its time to undo has passed. */
  enqueued(item: JobItem): void {
    this.#report(this.#targetsOf(item))
    if (item.state === 'undoable') this.#timer.wakeAt(item.notBefore)
    else this.wake()
  }

  /** How everything stands, without the time that has passed since it was last applied. */
  summary(): QueueSummary {
    return summarize(this.#options.sql, [...this.#kinds.values()], (kind) =>
      this.waitingReason(kind),
    )
  }

  /** Why nothing of a kind is sent now. Throws once the account is signed out. */
  waitingReason(kind: string): UnformattedFailure | undefined {
    const { isAdmin, canWrite } = this.#account()
    if (!isAdmin) return adminRequiredFailure
    if (this.#kindNamed(kind).writes && canWrite === false) return readOnlyFailure
    return this.#lasting.get(kind) ?? this.#options.throttle.waitingReason()
  }

  /** What all items of a kind would meet until a person has done something. */
  lastingFailure(kind: string): UnformattedFailure | undefined {
    return this.#lasting.get(kind)
  }

  /** Throws where the token can only read. */
  assertWritable(): void {
    if (this.#account().canWrite === false) throw new FailureError(readOnlyFailure)
  }

  pauseJob(kind: string, job: number): void {
    this.#changeJob(kind, job, (store) => store.pauseJob(job))
  }

  /** Ends its pause or hold, and tries again at once what waits. */
  resumeJob(kind: string, job: number): void {
    this.#changeJob(kind, job, (store) => store.resumeJob(job, this.#options.clock.now()))
    this.#options.throttle.resume()
  }

  /** Sends nothing of any kind until everything is resumed. */
  setAllPaused(isPaused: boolean): void {
    persist(() => setPaused(this.#options.sql, isPaused))
    this.changed()
  }

  /** Ends the pause and all holds, and sends what waited. */
  release(): void {
    this.change(() => {
      setPaused(this.#options.sql, false)
      for (const kind of this.#kinds.keys()) this.#storeOf(kind).release(this.#options.clock.now())
    })
  }

  /** Changes something, and tries again at once what waits. */
  change(change: () => void): void {
    persist(() => this.#options.sql.transaction(change))
    this.changed()
    this.#options.throttle.resume()
  }

  /** Stops a job at once and cancels its items that were not sent, in parts so that nothing else has to wait. */
  async cancelJob(kind: string, job: number): Promise<void> {
    this.#changeJob(kind, job, (store) => store.stopJob(job, this.#options.clock.now()))
    await this.#cancelItems(this.#storeOf(kind), job)
  }

  /**
   * Cancels everything that would change something, or only what is on hold of it, in parts so that nothing else has to wait. Nothing of
   * it is sent in the meantime. Returns the items in their order.
   */
  async cancelAll(onlyHeld: boolean): Promise<CancelledItem[]> {
    const { clock, sql } = this.#options
    const kinds = [...this.#kinds.values()].filter(({ writes }) => writes).map(({ name }) => name)
    const cancelled: CancelledItem[] = []
    for (const kind of kinds) this.#suspended.add(kind)
    try {
      const { jobs, upTo } = persist(() => stopAllJobs(sql, kinds, onlyHeld, clock.now()))
      this.changed()
      while (!this.#isClosed) {
        const scope = { kinds, jobs, upTo, onlyHeld }
        const taken = persist(() => cancelNext(sql, scope, clock.now()))
        if (taken.length === 0) break
        cancelled.push(...taken)
        this.changed(taken.flatMap(({ target }) => target ?? []))
        await yieldToEventLoop()
      }
    } finally {
      for (const kind of kinds) this.#suspended.delete(kind)
      this.wake()
    }
    return cancelled
  }

  /** Whether an item is being sent or checked now. */
  isInFlight(id: number): boolean {
    return this.#inFlight.has(id)
  }

  /** The account lost its token or its rights, or got another token: what waits is sent only once a person says so. */
  hold(reason: HoldReason): void {
    const isAnyHeld = [...this.#kinds.keys()].map((kind) => this.#storeOf(kind).hold(reason))
    if (isAnyHeld.includes(true)) this.changed()
  }

  /** Applies the time that has passed, also to what is only shown. */
  applyElapsedTime(): boolean {
    const { account, clock, isUnreachable, sql, throttle } = this.#options
    return applyElapsedTime(
      sql,
      clock.now(),
      throttle.isLocked || isUnreachable?.(account) === true,
    )
  }

  /** Starts nothing new, and waits for the items in flight, but not longer than so many milliseconds. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    this.#timer.close()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    const running = [...this.#inFlight.values()]
    for (const { abort } of running) abort.abort()
    const all = Promise.all(running.map(({ done }) => done))
    let cancel: (() => void) | undefined
    const patience = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(patienceMs, resolve)
    })
    await Promise.race([all, patience])
    cancel?.()
    this.#events.close()
  }

  /** Starts what may be sent now; returns when to check again, in milliseconds since 1970. */
  #startReady(): number {
    // The clock may have been set back since.
    this.#diskUntil = Math.min(this.#diskUntil, this.#options.clock.now() + diskPauseMs)
    try {
      this.#writeUnwritten()
      return Math.max(this.#isSignedIn() ? this.#startDue() : Infinity, this.#diskUntil)
    } catch (error) {
      this.#diskFailed(error)
      return this.#diskUntil
    }
  }

  #startDue(): number {
    const { sql, clock, throttle } = this.#options
    const now = clock.now()
    if (this.#diskUntil > now) return this.#diskUntil
    if (this.applyElapsedTime()) {
      this.#report()
      // More may be due than is updated at once.
      this.wake()
    }
    this.#holdIfStopped()
    const retryAt = throttle.retryAt()
    if (retryAt <= now) this.#startNext(now)
    const moment = nextMoment(sql, now) ?? Infinity
    const isAnyAllowed = [...this.#kinds.values()].some((kind) => this.#hasRights(kind))
    return retryAt <= now || !isAnyAllowed ? moment : Math.min(moment, retryAt)
  }

  /** Starts as many items as there is room for, of the kinds in turn. */
  #startNext(now: number): void {
    const free = this.#freePlaces()
    if (free <= 0) return
    const isInFlight = ({ id }: JobItem) => this.#inFlight.has(id)
    const failureCount = ({ id }: JobItem) => this.#failed.get(id) ?? 0
    const passedOver = this.#inFlight.size + Math.min(this.#failed.size, maxFailedPassedOver)
    const queues = [...this.#kinds.values()]
      .filter((kind) => this.#hasRights(kind) && !this.#isStopped(kind))
      .map((kind) => {
        const inFlight = [...this.#inFlight.values()].filter((one) => one.kind === kind).length
        const count = Math.min(free, (kind.atOnce ?? Infinity) - inFlight)
        const context = { isInFlight, failureCount, passedOver, now }
        const items = count > 0 ? dequeue(this.#options.sql, kind.name, count, context) : []
        return { kind, inFlight, items }
      })
    for (let count = 0; count < free; count += 1) {
      const [next] = queues
        .filter(({ items }) => items.length > 0)
        .sort((a, b) => a.inFlight - b.inFlight)
      if (!next) return
      next.inFlight += 1
      this.#start(next.kind, next.items.shift()!)
    }
  }

  #freePlaces(): number {
    const { limit, settings, throttle } = this.#options
    const free = settings().requestsAtOnce - limit.inUse(this.#account().baseUrl)
    if (!throttle.isAlone) return free
    return this.#inFlight.size > 0 ? 0 : Math.min(free, 1)
  }

  #start(kind: JobKind, item: JobItem): void {
    const account = this.#account()
    const release = this.#options.limit.acquire(account.baseUrl)
    const abort = new AbortController()
    const done = this.#work(kind, item, logOwner(account), abort.signal)
      .catch((error: unknown) => {
        // If it was sent, only a look shows its outcome now.
        this.#unwritten.add(item.id)
        if (!this.#isClosed) this.#diskFailed(error)
      })
      .finally(() => {
        this.#inFlight.delete(item.id)
        // Wakes everything that waits for a place, this runner too.
        release()
        if (!this.#isClosed) this.#report(this.#targetsOf(item))
      })
    this.#inFlight.set(item.id, { item, kind, abort, done })
  }

  /** `owner` is read before, because the account may be signed out meanwhile. */
  async #work(kind: JobKind, item: JobItem, owner: LogOwner, signal: AbortSignal): Promise<void> {
    const { sql } = this.#options
    const { generation } = this.#options.throttle
    const context = this.#contextOf(kind, item, signal)
    const outcome = await this.#try(kind, context, item)
    this.#recordOutcome(kind, owner, item, outcome, generation)
    if (outcome.kind === 'delayed') this.#holdUnreached(item, outcome.failure)
    kind.onOutcome?.(context, item, outcome, sql, () => this.changed(this.#targetsOf(item)))
  }

  async #try(kind: JobKind, context: ItemContext, item: JobItem): Promise<JobOutcome> {
    if (item.state === 'unknown') return await kind.lookUp(context, item)
    const prepared = await kind.prepare(context, item)
    if ('kind' in prepared) return prepared
    await this.#options.throttle.waitIfShort()
    if (!this.#commit(kind, item, prepared)) return { kind: 'withdrawn' }
    return await prepared.send(item)
  }

  /** Stores that the item is being sent, before the first byte leaves; false where it was cancelled or the account has changed. */
  #commit(kind: JobKind, item: JobItem, { before, snapshot }: Prepared): boolean {
    const { sql, throttle } = this.#options
    // A pause began since the user was read: they are read again after it.
    if (!this.#canSend(kind) || throttle.rateLimit()) return false
    const { changes } = sql.run(
      `UPDATE items SET state = 'sending', before = ?, snapshot = ?, accepted = 0
       WHERE id = ? AND position = ? AND state = 'ready' AND ${isWanted}`,
      before ?? null,
      snapshot === undefined ? null : JSON.stringify(snapshot),
      item.id,
      item.position,
    )
    if (changes === 0) return false
    // Its reason may have been edited since it was started.
    Object.assign(item, toJobItem(sql.one('SELECT * FROM items WHERE id = ?', item.id)!))
    this.#report(this.#targetsOf(item))
    return true
  }

  #changeJob(kind: string, job: number, change: (store: JobStore) => void): void {
    const store = this.#storeOf(kind)
    store.job(job)
    persist(() => store.sql.transaction(() => change(store)))
    this.changed()
  }

  async #cancelItems(store: JobStore, job: number): Promise<void> {
    const { clock } = this.#options
    while (!this.#isClosed && persist(() => store.cancelNextOf(job, clock.now()))) {
      this.changed()
      await yieldToEventLoop()
    }
    if (!this.#isClosed) this.changed()
  }

  /** Continues the cancelling that the last process did not finish. */
  async #resumeCancelling(): Promise<void> {
    try {
      for (const { name } of this.#kinds.values()) {
        const store = this.#storeOf(name)
        for (const job of store.halfCancelledJobs()) await this.#cancelItems(store, job)
      }
    } catch (error) {
      this.#options.log('A cancelled bulk run could not be cleared.', { error })
    }
  }

  #storeOf(kind: string): JobStore {
    return new JobStore(this.#options.sql, kind)
  }

  #kindNamed(name: string): JobKind {
    return this.#kinds.get(name)!
  }

  /** Throws once the account is signed out. */
  #account(): ReturnType<JobAccounts['account']> {
    return this.#options.accounts.account(this.#options.account)
  }

  #isSignedIn(): boolean {
    return this.#options.accounts.ids().includes(this.#options.account)
  }

  #hasRights({ writes }: JobKind): boolean {
    const { isAdmin, canWrite } = this.#account()
    return isAdmin && (!writes || canWrite !== false)
  }

  #isStopped(kind: JobKind): boolean {
    // guard: locked-queue
    if (this.#options.throttle.isLocked) return true
    if (kind.mayStart?.(this.#options.account) === false || this.#lasting.has(kind.name))
      return true
    return isPaused(this.#options.sql) || this.#suspended.has(kind.name)
  }

  /** Whether the account is still signed in and not paused. */
  #canSend(kind: JobKind): boolean {
    // Sent after the next start rather than cut off now.
    return !this.#isClosed && !this.#isStopped(kind) && this.#isSignedIn()
  }

  /** Whether an item that the service did not take, because of a rate limit, should still be sent. */
  #isStillSent(kind: JobKind, { id, position }: JobItem): boolean {
    const found = this.#options.sql.one(
      `SELECT 1 FROM items WHERE id = ? AND position = ? AND state = 'sending' AND ${isWanted}`,
      id,
      position,
    )
    return found !== undefined && this.#canSend(kind)
  }

  /** It was not known to be away when the time to undo ended: the first deletion shows it. */
  #holdUnreached({ id, job, attempts }: JobItem, failure: UnformattedFailure): void {
    if (attempts > 0 || !isUnreachable(failure) || failure.kind === 'rate-limited') return
    if (job !== undefined) holdUnsentJob(this.#options.sql, job)
    else holdDeletion(this.#options.sql, id)
  }

  #recordOutcome(
    kind: JobKind,
    owner: LogOwner,
    item: JobItem,
    outcome: JobOutcome,
    generation: number,
  ): void {
    const { clock, sql, auditLog } = this.#options
    const now = clock.now()
    const next = this.#nextTry(kind, item, outcome, { now, generation })
    const record = () => recordOutcome({ sql, auditLog, kind }, owner, item, outcome, { next, now })
    if (kind.writes) record()
    else withoutSync(sql, record)
  }

  /** When to try an item again; a failure of the whole account throttles the account. */
  #nextTry(
    kind: JobKind,
    item: JobItem,
    outcome: JobOutcome,
    { now, generation }: { now: number; generation: number },
  ): number {
    const { clock, throttle } = this.#options
    const own = now + backoff(item.attempts + 1, clock.random())
    if (outcome.kind === 'again') return own
    if (outcome.kind !== 'delayed' && outcome.kind !== 'unknown') {
      throttle.recordSuccess()
      this.#failed.delete(item.id)
      return now
    }
    const { failure } = outcome
    const isJustLost = outcome.kind === 'unknown' && item.state === 'sending'
    // Whether it arrived is found out before others are tried.
    if (!isJustLost) this.#failed.set(item.id, (this.#failed.get(item.id) ?? 0) + 1)
    // A refusal of an earlier token or earlier rights must not stop the current ones.
    if (stopsAccount(failure) && generation !== throttle.generation) return own
    // The throttle has the pause since the answer; a clock that was set back since must not extend it.
    if (failure.kind === 'rate-limited') return Math.max(now, throttle.limitedUntil())
    if (outcome.isLasting && !stopsAccount(failure)) {
      if (generation === throttle.generation) this.#lasting.set(kind.name, failure)
      return now
    }
    // Where the answer to a creation was lost, others may be lost as well.
    if (concernsAccount(failure) || failure.creation) {
      const retryAt = throttle.recordFailure(failure)
      this.#holdIfStopped()
      return isJustLost ? retryAt : Math.max(retryAt, own)
    }
    // The outcome of a lost answer is checked at once.
    return isJustLost && failure.status === undefined ? now : own
  }

  #contextOf(kind: JobKind, item: JobItem, signal: AbortSignal): ItemContext {
    return createItemContext(this.#options, {
      canRead: () => !this.#isClosed && !this.#options.throttle.isLocked,
      canSend: () => this.#isStillSent(kind, item),
      signal,
    })
  }

  #onThrottleChange(isResumed: boolean): void {
    // The first item is sent first again, however often it failed.
    if (isResumed) {
      this.#failed.clear()
      this.#lasting.clear()
    }
    this.#abortStopped()
    this.#report([])
    this.wake()
  }

  /** Tells the items that are stopped, so that reads end that nobody wants any more. */
  #abortStopped(): void {
    if (this.#isClosed || !this.#isSignedIn()) return
    for (const { item, kind, abort } of this.#inFlight.values()) {
      const { sql } = this.#options
      const isStillWanted = sql.one(`SELECT 1 FROM items WHERE id = ? AND ${isWanted}`, item.id)
      if (!isStillWanted || this.#isStopped(kind)) abort.abort()
    }
  }

  /** Nothing that waits is sent by itself once the token or the rights are back. */
  #holdIfStopped(): void {
    const { holdReason } = this.#options.throttle
    if (holdReason) this.hold(holdReason)
  }

  #report(targets?: Iterable<number>): void {
    if (!this.#isClosed) this.#events.changed(targets)
  }

  /** The user whom an item changes. */
  #targetsOf({ kind, target }: JobItem): number[] {
    return target.id === undefined || !this.#kindNamed(kind).writes ? [] : [target.id]
  }

  #writeUnwritten(): void {
    for (const id of this.#unwritten) {
      this.#options.sql.run(
        `UPDATE items SET state = 'unknown' WHERE id = ? AND state = 'sending'`,
        id,
      )
      this.#unwritten.delete(id)
    }
  }

  #diskFailed(error: unknown): void {
    this.#options.log('The queue of actions could not go on.', { error })
    this.#diskUntil = this.#options.clock.now() + diskPauseMs
  }
}

/** What was only read is read again where a power failure undoes this. */
function withoutSync(sql: Sql, change: () => void): void {
  sql.database.exec('PRAGMA synchronous = NORMAL')
  try {
    change()
  } finally {
    sql.database.exec('PRAGMA synchronous = FULL')
  }
}
