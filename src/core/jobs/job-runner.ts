import { createFailure } from '../platform/failures.ts'
import type { QueueEvent } from '../../shared/operations/host.ts'
import type { Settings } from '../../shared/operations/settings.ts'
import type { HoldCause, HoldReason, QueueSummary } from '../../shared/operations/queue.ts'
import { cappedActionOf } from '../../shared/rules/ceilings.ts'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { AuditLog } from '../audit-log/audit-log.ts'
import type { Throttle } from '../gitlab/throttle.ts'
import { FailureError, type UnformattedFailure } from '../platform/failure.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { type ManagedPolicy, noPolicy } from '../platform/policy/policy.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Ceilings } from '../policy/ceilings.ts'
import { queueRefusal } from '../policy/company-instances.ts'
import { queuedActionRefusal } from '../policy/disabled-features.ts'
import type { RequiredReasons } from '../policy/reasons.ts'
import { type Clock, settleWithin } from '../platform/time/clock.ts'
import { countedTarget, stopAtCeiling, usersAtOnce } from './at-ceiling.ts'
import { type CancelledItem, cancelRest, partlyCancelledJobs, stopKinds } from './cancel-jobs.ts'
import { ChangeEvents } from './change-events.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import {
  type QueuedContender,
  contenders,
  dequeue,
  interruptLost,
  isAllowed,
  isStillSending,
  markSending,
  putFirst,
} from './dequeue.ts'
import { applyElapsedTime, holdUnreached, nextMoment } from './elapsed-time.ts'
import { type JobAccounts, type RequestTimes, createItemContext } from './item-context.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome, PreparedWrite } from './job-kind.ts'
import { JobStore } from './job-store.ts'
import { persist } from './persist.ts'
import { hold, isPaused, release, setPaused } from './queue-control.ts'
import { summarize } from './queue-summary.ts'
import { RecentFailures } from './recent-failures.ts'
import { logOwner, recordOutcome } from './record-outcome.ts'
import { refuseDamaged } from './damaged-item.ts'
import { type Contender, type Places, SendOrder } from './send-order.ts'
import { WakeTimer } from '../platform/time/wake-timer.ts'

export interface JobRunnerOptions {
  /** ID of the account that owns the jobs. */
  account: string
  kinds: readonly JobKind[]
  sql: Sql
  auditLog: Pick<AuditLog, 'add'>
  accounts: JobAccounts
  /** An account's API client; users in its responses update the directory. */
  gitlabOf(account: string): Pick<GitLabClient, 'call' | 'all' | 'page'>
  /** Shared with the runners of other accounts. */
  limit: ConcurrencyLimit
  settings(): Pick<Settings, 'requestsAtOnce'>
  /** The company's policy; none by default. */
  policy?: ManagedPolicy
  /** How much may be changed in a day; without limits if absent. */
  ceilings?: Pick<Ceilings, 'limitOf' | 'refusalOf'>
  /** Which actions need a reason; none if absent. */
  reasons?: Pick<RequiredReasons, 'refusalOf'>
  /** Shared with all of the account's other requests. */
  throttle: Throttle
  /** Whether the account's instance is currently unreachable. */
  isUnreachable?(account: string): boolean
  /** Called when items or jobs change: those of the listed users, or of any user. */
  onChange(event: QueueEvent): void
  clock: Clock
  log: LogFunction
}

/** An item that is being sent or verified. */
interface InFlight {
  item: JobItem
  kind: JobKind
  /** What it took its place for. */
  contender: Contender
  abort: AbortController
  done: Promise<void>
}

/** Pause (ms) after a failed disk write. */
const diskPauseMs = 5_000

/**
 * Sends the items of an account's jobs: one at a time per lane, with the number of concurrent requests per instance limited by
 * the settings. Wakes on events and never polls.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #kinds: ReadonlyMap<string, JobKind>
  readonly #events: ChangeEvents
  readonly #order = new SendOrder()
  readonly #onFreed = () => this.wake()
  /** In-flight items by ID. */
  readonly #inFlight = new Map<number, InFlight>()
  readonly #unsubscribe: readonly (() => void)[]
  readonly #failures: RecentFailures
  readonly #timer: WakeTimer

  constructor(options: JobRunnerOptions) {
    const { account, clock, kinds, limit, throttle } = options
    this.#options = options
    this.#failures = new RecentFailures(throttle, clock)
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#events = new ChangeEvents(clock, (targets) => {
      if (this.#isSignedIn()) options.onChange({ account, summary: this.summary(), targets })
    })
    this.#timer = new WakeTimer(clock, () => this.#startReady())
    this.#unsubscribe = [
      limit.subscribe(this.#onFreed),
      throttle.subscribe((isResumed) => this.#onThrottleChange(isResumed)),
    ]
  }

  /** Resumes items left unsent by the last process. */
  start(): void {
    this.wake()
    void this.#finishCancelling()
  }

  get #policy(): ManagedPolicy {
    return this.#options.policy ?? noPolicy
  }

  get isClosed(): boolean {
    return this.#timer.isClosed
  }

  /** Schedules a check for items to start. */
  wake(): void {
    this.#timer.wake()
  }

  /** Reports a change, along with its users if known, and sends what can be sent now. */
  changed(targets?: Iterable<number>): void {
    this.#abortStopped()
    this.#report(targets)
    this.wake()
  }

  /** Reports a new item, which is sent once its undo period has passed. */
  enqueued(item: JobItem): void {
    this.#report(this.#targetsOf(item))
    if (item.state === 'undoable') this.#timer.wakeAt(item.notBefore)
    else this.wake()
  }

  /** The current state of the queue. Doesn't apply elapsed time. */
  summary(): QueueSummary {
    return summarize(this.#options.sql, [...this.#kinds.values()], (kind) =>
      this.waitingReason(kind),
    )
  }

  /** Why a kind sends nothing now. Throws once the account is signed out. */
  waitingReason(kind: string): UnformattedFailure | undefined {
    if (!this.#account().isAdmin) return createFailure('directory.notAdministrator')
    const { writes } = this.#kindNamed(kind)
    const refusal = this.#writeRefusal()
    if (writes && refusal) return refusal
    const { throttle } = this.#options
    const reason = this.#failures.lastingOf(kind) ?? throttle.waitingReason()
    return reason ?? (writes ? throttle.readOnly : undefined)
  }

  /** A failure that affects every item of a kind until the user acts. */
  lastingFailure(kind: string): UnformattedFailure | undefined {
    return this.#failures.lastingOf(kind)
  }

  /** Throws if nothing may be sent, because of the token or the company's policy. */
  assertWritable(): void {
    const refusal = this.#writeRefusal()
    if (refusal) throw new FailureError(refusal)
  }

  #writeRefusal(): UnformattedFailure | undefined {
    return queueRefusal(this.#policy, this.#account())
  }

  /** What has something to send now, and what the items in flight belong to. */
  places(): Places<QueuedContender> {
    const { clock, sql } = this.#options
    return {
      waiting: contenders(sql, this.#startableKinds(), clock.now()),
      inUse: [...this.#inFlight.values()].map(({ contender }) => contender),
    }
  }

  /** The number of places that others get before this job. */
  placesBefore(job: number): number {
    return this.#order.placesBefore(job, this.places())
  }

  /** Puts a job ahead of all others, or takes that back. */
  putFirst(kind: string, job: number, isFirst: boolean): void {
    this.#changeJob(kind, job, ({ sql }) => putFirst(sql, job, isFirst))
  }

  pauseJob(kind: string, job: number): void {
    this.#changeJob(kind, job, (store) => store.pauseJob(job))
  }

  /** Ends a job's pause or hold and retries its items immediately. */
  resumeJob(kind: string, job: number): void {
    this.#changeJob(kind, job, (store) => store.resumeJob(job, this.#options.clock.now()))
    this.#options.throttle.resume()
  }

  /** Pauses or resumes all kinds. */
  setAllPaused(isPaused: boolean): void {
    persist(() => setPaused(this.#options.sql, isPaused))
    this.changed()
  }

  /** Ends the pause and all holds, and sends waiting items. */
  release(): void {
    const { clock, sql } = this.#options
    this.change(() => {
      setPaused(sql, false)
      release(sql, clock.now())
    })
  }

  /** Applies a change in a transaction and retries waiting items immediately. */
  change(change: () => void): void {
    persist(() => this.#options.sql.transaction(change))
    this.changed()
    this.#options.throttle.resume()
  }

  /** Stops a job immediately, then cancels its unsent items in batches to keep the process responsive. */
  async cancelJob(kind: string, job: number): Promise<void> {
    this.#changeJob(kind, job, (store) => store.stopJob(job, this.#options.clock.now()))
    await this.#cancelRest([job])
  }

  /** Cancels all pending writes, or only those on hold. Returns the items in queue order. */
  async cancelAll(onlyHeld: boolean): Promise<CancelledItem[]> {
    const { clock, sql } = this.#options
    const kinds = [...this.#kinds.values()].filter(({ writes }) => writes).map(({ name }) => name)
    const { items, jobs } = persist(() => stopKinds(sql, kinds, onlyHeld, clock.now()))
    this.changed()
    await this.#cancelRest(jobs, (cancelled) => items.push(...cancelled))
    return items.sort((a, b) => a.position - b.position)
  }

  /** Whether an item is being sent or verified now. */
  isInFlight(id: number): boolean {
    return this.#inFlight.has(id)
  }

  /** Holds waiting items until they are released, because the account lost or changed its token or rights. */
  hold(reason: HoldReason, cause?: HoldCause): void {
    if (hold(this.#options.sql, reason, cause)) this.changed()
  }

  /** Applies elapsed time, including for items that are only displayed. */
  applyElapsedTime(): boolean {
    const { account, clock, isUnreachable, sql, throttle } = this.#options
    return applyElapsedTime(
      sql,
      clock.now(),
      throttle.isLocked || isUnreachable?.(account) === true,
    )
  }

  /** Starts nothing new and waits up to `patienceMs` for the items in flight. */
  async close(patienceMs: number): Promise<void> {
    this.#timer.close()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    const running = [...this.#inFlight.values()]
    for (const { abort } of running) abort.abort()
    const ends = running.map(({ done }) => done)
    await settleWithin(patienceMs, ends, this.#options.clock)
    this.#events.close()
  }

  /** Starts items that can be sent now. Returns when to check again (ms since 1970). */
  #startReady(): number {
    try {
      interruptLost(this.#options.sql, [...this.#kinds.keys()], this.#inFlight)
      return this.#isSignedIn() ? this.#startDue() : Infinity
    } catch (error) {
      this.#diskFailed(error)
      return Infinity
    }
  }

  #startDue(): number {
    const { sql, clock, throttle } = this.#options
    const now = clock.now()
    if (this.applyElapsedTime()) {
      this.#report()
      // One pass updates a limited number of rows, so more may be due.
      this.wake()
    }
    this.#holdIfStopped()
    const retryAt = throttle.retryAt()
    if (retryAt <= now) this.#startNext(now)
    const moment = nextMoment(sql, now) ?? Infinity
    const isAnyAllowed = [...this.#kinds.values()].some((kind) => this.#hasRights(kind))
    const pauses = [retryAt, throttle.writesPausedUntil()].filter((until) => until > now)
    return isAnyAllowed ? Math.min(moment, ...pauses) : moment
  }

  /** Fills the free slots in the order of `SendOrder`. */
  #startNext(now: number): void {
    for (let free = this.#freePlaces(); free > 0; free -= 1) {
      const places = this.places()
      const next = dequeue(this.#options.sql, this.#order, places, {
        isInFlight: (id) => this.#inFlight.has(id),
        failureCount: (failed) => this.#failures.countOf(failed),
        skipped: places.inUse.length + this.#failures.skipped,
        now,
      })
      if (!next) return
      this.#start(next.item, next.contender)
    }
  }

  /** How many items of a kind may be in flight. A read-only instance is tried with a single write at a time. */
  #maxAtOnce({ writes, atOnce = Infinity }: JobKind): number {
    const { clock, throttle } = this.#options
    const isWriting = [...this.#inFlight.values()].some(({ kind }) => kind.writes)
    const isPausing = throttle.writesPausedUntil() > clock.now()
    return writes && (isPausing || (throttle.readOnly && isWriting)) ? 0 : atOnce
  }

  #startableKinds(): string[] {
    const inFlight = [...this.#inFlight.values()]
    const countOf = (kind: JobKind) => inFlight.filter((entry) => entry.kind === kind).length
    return [...this.#kinds.values()]
      .filter((kind) => this.#hasRights(kind) && !this.#isStopped(kind))
      .filter((kind) => countOf(kind) < this.#maxAtOnce(kind))
      .map(({ name }) => name)
  }

  #freePlaces(): number {
    const { limit, settings, throttle } = this.#options
    const free = settings().requestsAtOnce - limit.inUse(this.#account().baseUrl)
    if (!throttle.isAlone) return free
    return this.#inFlight.size > 0 ? 0 : Math.min(free, 1)
  }

  #start(item: JobItem, contender: Contender): void {
    const account = this.#account()
    const kind = this.#kindNamed(item.kind)
    const release = this.#options.limit.acquire(account.baseUrl, this.#onFreed)
    const abort = new AbortController()
    const done = this.#work(kind, item, logOwner(account), abort.signal)
      .catch((error: unknown) => {
        if (!this.isClosed) this.#diskFailed(error)
      })
      .finally(() => {
        this.#inFlight.delete(item.id)
        // Wakes every runner that waits for a slot, including this one.
        release()
        if (!this.isClosed) this.#report(this.#targetsOf(item))
      })
    this.#inFlight.set(item.id, { item, kind, contender, abort, done })
  }

  /** `owner` is passed in because the account may be signed out by then. */
  async #work(kind: JobKind, item: JobItem, owner: LogOwner, signal: AbortSignal): Promise<void> {
    const { auditLog, clock, log, sql, throttle } = this.#options
    const { generation } = throttle
    const times: RequestTimes = {}
    const { firstRequest } = item
    const context = this.#contextOf(kind, item, { signal, times })
    const outcome = await refuseDamaged(item, log, () => this.#try(kind, context, item, times))
    // If its response was lost, the write may have arrived.
    const sent = outcome.kind === 'unknown' ? item.firstRequest : undefined
    item.firstRequest = firstRequest ?? times.first ?? sent
    item.lastAnswer = times.last ?? item.lastAnswer
    const next = this.#failures.record(item, outcome, generation)
    this.#holdIfStopped()
    recordOutcome({ sql, auditLog, kind }, owner, item, outcome, { next, now: clock.now() })
    if (outcome.kind === 'delayed') {
      holdUnreached(sql, item, outcome.failure)
      if (outcome.failure.reason === 'ceiling')
        stopAtCeiling(sql, item, outcome.failure, clock.now())
    }
    kind.onOutcome?.(context, item, outcome, sql, () => this.changed(this.#targetsOf(item)))
  }

  async #try(
    kind: JobKind,
    context: ItemContext,
    item: JobItem,
    times: RequestTimes,
  ): Promise<JobOutcome> {
    if (item.state === 'unknown') return await kind.lookUp(context, item)
    const failure = this.#refusalOf(kind, item)
    // guard: queued-features
    if (failure) return { kind: 'refused', failure, sent: false }
    const excess = this.#excessOf(kind, item)
    // guard: queued-ceiling
    if (excess)
      return item.job === undefined
        ? { kind: 'refused', failure: excess, sent: false }
        : { kind: 'delayed', failure: excess }
    const prepared = await kind.prepare(context, item)
    if ('kind' in prepared) return prepared
    await this.#options.throttle.waitIfShort()
    if (!this.#commit(kind, item, prepared, times)) return { kind: 'withdrawn' }
    return await prepared.send(item)
  }

  /** Why the company's policy forbids an action, which may have been queued before. */
  #refusalOf(
    { name, writes }: JobKind,
    { action, job, reason }: JobItem,
  ): UnformattedFailure | undefined {
    const policy = this.#policy
    if (!writes) return undefined
    const capped = cappedActionOf(action)
    const unexplained =
      capped && this.#options.reasons?.refusalOf(this.#account().baseUrl, capped, reason)
    if (unexplained || !policy.values.disabledFeatures) return unexplained
    const users = job === undefined ? 1 : new JobStore(this.#options.sql, name).job(job).users
    return queuedActionRefusal(policy, action, users)
  }

  /** Why an item is one too many for a ceiling, or all of its job if that hasn't sent any yet. */
  #excessOf({ writes }: JobKind, item: JobItem): UnformattedFailure | undefined {
    const { ceilings, sql } = this.#options
    const capped = writes ? cappedActionOf(item.action) : undefined
    const { baseUrl } = this.#account()
    if (!ceilings || !capped || ceilings.limitOf(baseUrl, capped) === null) return undefined
    const wanted = usersAtOnce(sql, item)
    const target = wanted === 1 ? countedTarget(item) : undefined
    return ceilings.refusalOf(baseUrl, capped, {
      wanted,
      ...(target !== undefined && { target }),
    })
  }

  /** Marks the item as being sent before the first byte leaves. Returns false if it was canceled or the account changed. */
  #commit(kind: JobKind, item: JobItem, write: PreparedWrite, { first }: RequestTimes): boolean {
    const { clock, sql, throttle } = this.#options
    const now = clock.now()
    // If the queue was paused after the user was read, they’re read again later.
    const isDelayed = throttle.rateLimit() || throttle.writesPausedUntil() > now
    const isSent = this.#canSend(kind) && !isDelayed && markSending(sql, item, write, first ?? now)
    if (isSent) this.#report(this.#targetsOf(item))
    return isSent
  }

  #changeJob(kind: string, job: number, change: (store: JobStore) => void): void {
    const store = new JobStore(this.#options.sql, kind)
    store.job(job)
    persist(() => store.sql.transaction(() => change(store)))
    this.changed()
  }

  /** Finishes a cancellation that the last process didn't complete. */
  async #finishCancelling(): Promise<void> {
    try {
      await this.#cancelRest(partlyCancelledJobs(this.#options.sql))
    } catch (error) {
      this.#options.log('Failed to finish canceling a job.', { error })
    }
  }

  async #cancelRest(
    jobs: readonly number[],
    onCancelled?: (items: readonly CancelledItem[]) => void,
  ): Promise<void> {
    const { clock, sql } = this.#options
    await cancelRest(sql, jobs, clock, (items) => {
      onCancelled?.(items)
      this.changed()
      return !this.isClosed
    })
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
    return this.#account().isAdmin && !(writes && this.#writeRefusal())
  }

  #isStopped(kind: JobKind): boolean {
    // guard: locked-queue
    if (this.#options.throttle.isLocked) return true
    if (kind.mayStart?.(this.#options.account) === false) return true
    return this.#failures.lastingOf(kind.name) !== undefined || isPaused(this.#options.sql)
  }

  /** Whether the account is still signed in and its queue hasn't been stopped. */
  #canSend(kind: JobKind): boolean {
    // During shutdown, wait for the next start instead of being cut off mid-request.
    return !this.isClosed && !this.#isStopped(kind) && this.#isSignedIn()
  }

  #contextOf(
    kind: JobKind,
    item: JobItem,
    attempt: { signal: AbortSignal; times: RequestTimes },
  ): ItemContext {
    return createItemContext(this.#options, {
      canRead: () => !this.isClosed && !this.#options.throttle.isLocked,
      canSend: () => isStillSending(this.#options.sql, item) && this.#canSend(kind),
      ...attempt,
    })
  }

  #onThrottleChange(isResumed: boolean): void {
    if (isResumed) this.#failures.clear()
    this.#abortStopped()
    this.#report([])
    this.wake()
  }

  /** Aborts items that were stopped, to end reads that are no longer needed. */
  #abortStopped(): void {
    if (this.isClosed || !this.#isSignedIn()) return
    for (const { item, kind, abort } of this.#inFlight.values()) {
      const { sql } = this.#options
      const isStillAllowed = sql.one(`SELECT 1 FROM items WHERE id = ? AND ${isAllowed}`, item.id)
      if (!isStillAllowed || this.#isStopped(kind)) abort.abort()
    }
  }

  /** Puts waiting items on hold, to be released once the token or the rights are restored. */
  #holdIfStopped(): void {
    const { holdReason, holdCause } = this.#options.throttle
    if (holdReason) this.hold(holdReason, holdCause)
  }

  #report(targets?: Iterable<number>): void {
    if (!this.isClosed) this.#events.changed(targets)
  }

  /** The user that an item changes. */
  #targetsOf({ kind, target }: JobItem): number[] {
    return target.id === undefined || !this.#kindNamed(kind).writes ? [] : [target.id]
  }

  #diskFailed(error: unknown): void {
    this.#options.log('The action queue stopped because of an error.', { error })
    this.#timer.pause(diskPauseMs)
  }
}
