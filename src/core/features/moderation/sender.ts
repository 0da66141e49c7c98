import type { Failure } from '../../platform/failure.ts'
import { isUnreachable } from '../../../shared/rules/failure.ts'
import { isDeletion } from '../../../shared/rules/moderation.ts'
import { readOnlyFailure } from '../../../shared/rules/read-only-token.ts'
import { Deletions } from './follow-deletions.ts'
import { backoff, stopsAccount } from '../../gitlab/throttle.ts'
import { adminRequiredFailure, concernsAccount } from './failures.ts'
import { type ActionContext, createActionContext } from './action-context.ts'
import { moderate } from './moderate.ts'
import type { Outcome } from './outcome.ts'
import type { QueuePorts } from './ports.ts'
import { reconcile } from './reconcile.ts'
import type { LogOwner } from '../../accounts/account-folders.ts'
import { logOwner, recordOutcome } from './record-outcome.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { WakeTimer } from './wake-timer.ts'
import {
  type ActionRow,
  applyElapsedTime,
  dequeue,
  getActionRow,
  hold,
  holdDeletion,
  holdReason,
  holdUnsentRun,
  isPaused,
  nextMoment,
  presenceOf,
} from './queue-store.ts'

export interface SenderPorts extends QueuePorts {
  sql: Sql
  /** Called with the users whose actions changed, or with none where that is not known. */
  queueChanged(targets: readonly number[]): void
}

/** The pause after a failed write to the disk. */
const diskPauseMs = 5_000

const ofNoStoppedRun = `NOT EXISTS (
  SELECT 1 FROM runs WHERE runs.id = actions.run AND runs.state <> 'running')`

/**
 * Sends queued actions: those on one user one after the other, and as many at once as the settings allow for each instance. Wakes
 * when something may have become possible, and never polls.
 */
export class Sender {
  readonly #ports: SenderPorts
  readonly #deletions: Deletions
  /** The actions in flight, by the row's ID. */
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #unsubscribe: readonly (() => void)[]
  /** How often each row failed since the queue last resumed: others are tried before it. */
  readonly #failed = new Map<number, number>()
  /** Rows that were sent, and whose outcome could not be stored. */
  readonly #unwritten = new Set<number>()
  /** Whether nothing is started for now. */
  #isSuspended = false
  readonly #timer: WakeTimer
  #isClosed = false
  #diskUntil = 0

  constructor(ports: SenderPorts) {
    this.#ports = ports
    this.#deletions = new Deletions(ports.sql, ports.clock)
    this.#timer = new WakeTimer(ports.clock, () => this.#startReady())
    this.#unsubscribe = [
      ports.lanes.subscribe(() => this.wake()),
      ports.throttle.subscribe((isResumed) => this.#onThrottleChange(isResumed)),
    ]
  }

  /** Checks soon whether there is something to do. */
  wake(): void {
    this.#timer.wake()
  }

  /** Checks at this moment, in milliseconds since 1970, at the latest. */
  wakeAt(moment: number): void {
    this.#timer.wakeAt(moment)
  }

  /** Why nothing is sent now. Throws once the account is signed out. */
  waitingReason(): Failure | undefined {
    const { isAdmin, canWrite } = this.#account()
    if (!isAdmin) return adminRequiredFailure
    if (canWrite === false) return readOnlyFailure
    return this.#ports.throttle.waitingReason()
  }

  /** Sends nothing until the work is done. */
  async whileSuspended<T>(work: () => Promise<T>): Promise<T> {
    this.#isSuspended = true
    try {
      return await work()
    } finally {
      this.#isSuspended = false
      this.wake()
    }
  }

  /** Whether a row is being sent or checked now. */
  isInFlight(id: number): boolean {
    return this.#inFlight.has(id)
  }

  /** Starts nothing new, and waits for the actions in flight, but not longer than so many milliseconds. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    this.#timer.close()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#deletions.close()
    const all = Promise.all(this.#inFlight.values())
    let cancel: (() => void) | undefined
    const patience = new Promise<void>((resolve) => {
      cancel = this.#ports.clock.after(patienceMs, resolve)
    })
    await Promise.race([all, patience])
    cancel?.()
  }

  /** Starts what may be sent now; returns when to check again, in milliseconds since 1970. */
  #startReady(): number {
    // The clock may have been set back since.
    this.#diskUntil = Math.min(this.#diskUntil, this.#ports.clock.now() + diskPauseMs)
    try {
      this.#writeUnwritten()
      return Math.max(this.#isSignedIn() ? this.#startDue() : Infinity, this.#diskUntil)
    } catch (error) {
      this.#diskFailed(error)
      return this.#diskUntil
    }
  }

  #startDue(): number {
    const { sql, clock, queueChanged, throttle } = this.#ports
    const now = clock.now()
    if (this.#diskUntil > now) return this.#diskUntil
    if (applyElapsedTime(sql, now, presenceOf(this.#ports))) {
      queueChanged([])
      // More may be due than is updated at once.
      this.wake()
    }
    const { isAdmin, canWrite } = this.#account()
    const hasRights = isAdmin && canWrite !== false
    this.#holdIfStopped()
    const isOpen = hasRights && !this.#isStopped() && throttle.retryAt() <= now
    if (isOpen) {
      const free = this.#freeLanes()
      const isInFlight = ({ id }: ActionRow) => this.#inFlight.has(id)
      const failureCount = ({ id }: ActionRow) => this.#failed.get(id) ?? 0
      const rows = free > 0 ? dequeue(sql, free, { isInFlight, failureCount, now }) : []
      for (const row of rows) this.#start(row)
    }
    const moment = nextMoment(sql, now) ?? Infinity
    const retryAt = throttle.retryAt()
    return retryAt <= now || !hasRights ? moment : Math.min(moment, retryAt)
  }

  #freeLanes(): number {
    const { lanes, settings, throttle } = this.#ports
    const free = settings().requestsAtOnce - lanes.inUse(this.#account().baseUrl)
    if (!throttle.isAlone) return free
    return this.#inFlight.size > 0 ? 0 : Math.min(free, 1)
  }

  #start(row: ActionRow): void {
    const account = this.#account()
    const release = this.#ports.lanes.acquire(account.baseUrl)
    const done = this.#send(row, logOwner(account))
      .catch((error: unknown) => {
        // If it was sent, only the user's state shows its outcome now.
        this.#unwritten.add(row.id)
        if (!this.#isClosed) this.#diskFailed(error)
      })
      .finally(() => {
        this.#inFlight.delete(row.id)
        // Wakes everything that waits for a lane, this queue too.
        release()
        if (!this.#isClosed) this.#ports.queueChanged([row.target.id])
      })
    this.#inFlight.set(row.id, done)
  }

  /** `owner` is read before, because the account may be signed out meanwhile. */
  async #send(row: ActionRow, owner: LogOwner): Promise<void> {
    const { generation } = this.#ports.throttle
    const actionContext = this.#actionContext(row)
    const outcome =
      row.state === 'unknown'
        ? await reconcile(actionContext, row)
        : await moderate(actionContext, row, async (before, snapshot) => {
            await this.#ports.throttle.waitIfShort()
            return this.#commit(row, before, snapshot)
          })
    this.#recordOutcome(owner, row, outcome, generation)
    if (outcome.kind === 'delayed') this.#holdUnreached(row, outcome.failure)
    // The service deletes in the background; here they are gone at once.
    if (outcome.kind === 'done' && isDeletion(row.action)) actionContext.onUserGone(row.target.id)
    const onGone = () => this.#ports.queueChanged([row.target.id])
    if (!this.#isClosed) this.#deletions.follow(actionContext, row, outcome, onGone)
  }

  /** Stores that the action is being sent, before the first byte leaves; false where it was cancelled or the account has changed. */
  #commit(row: ActionRow, before: string, snapshot: unknown): boolean {
    const { sql, queueChanged, throttle } = this.#ports
    // A pause began since the user was read: they are read again after it.
    if (!this.#canSend() || throttle.rateLimit()) return false
    const { changes } = sql.run(
      `UPDATE actions SET state = 'sending', before = ?, snapshot = ?, accepted = 0
       WHERE id = ? AND position = ? AND state = 'ready' AND ${ofNoStoppedRun}`,
      before,
      snapshot === undefined ? null : JSON.stringify(snapshot),
      row.id,
      row.position,
    )
    if (changes === 0) return false
    // Its reason may have been edited since it was started.
    Object.assign(row, getActionRow(sql, row.id))
    queueChanged([row.target.id])
    return true
  }

  /** Throws once the account is signed out. */
  #account(): ReturnType<QueuePorts['accounts']['account']> {
    return this.#ports.accounts.account(this.#ports.account)
  }

  #isSignedIn(): boolean {
    return this.#ports.accounts.ids().includes(this.#ports.account)
  }

  #isStopped(): boolean {
    // guard: locked-queue
    if (this.#ports.throttle.isLocked) return true
    const { sql } = this.#ports
    return isPaused(sql) || holdReason(sql) !== undefined || this.#isSuspended
  }

  /** Whether the account is still signed in and not paused. */
  #canSend(): boolean {
    // Sent after the next start rather than cut off now.
    return !this.#isClosed && !this.#isStopped() && this.#isSignedIn()
  }

  /** Whether an action that the service did not take, because of a rate limit, should still be sent. */
  #isStillSent({ id, position }: ActionRow): boolean {
    const found = this.#ports.sql.one(
      `SELECT 1 FROM actions WHERE id = ? AND position = ? AND state = 'sending' AND ${ofNoStoppedRun}`,
      id,
      position,
    )
    return found !== undefined && this.#canSend()
  }

  /** It was not known to be away when the time to undo ended: the first deletion shows it. */
  #holdUnreached({ id, run, action, attempts }: ActionRow, failure: Failure): void {
    if (attempts > 0 || !isUnreachable(failure) || failure.kind === 'rate-limited') return
    if (run !== undefined) holdUnsentRun(this.#ports.sql, run)
    else if (isDeletion(action)) holdDeletion(this.#ports.sql, id)
  }

  #recordOutcome(owner: LogOwner, row: ActionRow, outcome: Outcome, generation: number): void {
    const { clock, sql, auditLog } = this.#ports
    const now = clock.now()
    const next = this.#nextTry(row, outcome, { now, generation })
    recordOutcome({ sql, auditLog }, owner, row, outcome, { next, now })
  }

  /** When to try a row again; a failure of the whole account throttles the account. */
  #nextTry(
    row: ActionRow,
    outcome: Outcome,
    { now, generation }: { now: number; generation: number },
  ): number {
    const { clock, throttle } = this.#ports
    const own = now + backoff(row.attempts + 1, clock.random())
    if (outcome.kind === 'again') return own
    if (outcome.kind !== 'delayed' && outcome.kind !== 'unknown') {
      throttle.recordSuccess()
      this.#failed.delete(row.id)
      return now
    }
    this.#failed.set(row.id, (this.#failed.get(row.id) ?? 0) + 1)
    const { failure } = outcome
    // A refusal of an earlier token or earlier rights must not stop the current ones.
    if (stopsAccount(failure) && generation !== throttle.generation) return own
    // The throttle has the pause since the answer; a clock that was set back since must not extend it.
    if (failure.kind === 'rate-limited') return Math.max(now, throttle.limitedUntil())
    if (concernsAccount(failure)) {
      const retryAt = throttle.recordFailure(failure)
      this.#holdIfStopped()
      return Math.max(retryAt, own)
    }
    // The outcome of a lost answer is checked at once.
    const isJustLost = outcome.kind === 'unknown' && row.state === 'sending'
    return isJustLost && failure.status === undefined ? now : own
  }

  #actionContext(row: ActionRow): ActionContext {
    return createActionContext(this.#ports, {
      canRead: () => !this.#isClosed && !this.#ports.throttle.isLocked,
      canSend: () => this.#isStillSent(row),
    })
  }

  #onThrottleChange(isResumed: boolean): void {
    // The first action is sent first again, however often it failed.
    if (isResumed) this.#failed.clear()
    this.#ports.queueChanged([])
    this.wake()
  }

  /** Nothing that waits is sent by itself once the token or the rights are back. */
  #holdIfStopped(): void {
    const { sql, throttle } = this.#ports
    if (throttle.holdReason) hold(sql, throttle.holdReason)
  }

  #writeUnwritten(): void {
    for (const id of this.#unwritten) {
      this.#ports.sql.run(
        `UPDATE actions SET state = 'unknown' WHERE id = ? AND state = 'sending'`,
        id,
      )
      this.#unwritten.delete(id)
    }
  }

  #diskFailed(error: unknown): void {
    this.#ports.log('The queue of actions could not go on.', { error })
    this.#diskUntil = this.#ports.clock.now() + diskPauseMs
  }
}
