import type { Failure } from '../../infra/failure.ts'
import { isDeletion } from '../../../shared/moderation.ts'
import { readOnlyFailure } from '../../../shared/read-only-token.ts'
import { Deletions } from './follow-deletions.ts'
import { adminRequiredFailure, concernsAccount, stopsAccount } from './failures.ts'
import { backoff } from '../../infra/time/backoff.ts'
import { AccountThrottle } from './account-throttle.ts'
import { type ActionContext, createActionContext } from './action-context.ts'
import { moderate } from './moderate.ts'
import type { Outcome } from './outcome.ts'
import type { Owner, Owners } from './owners.ts'
import { applyElapsedTime, nextMoment, dequeue } from './dequeue.ts'
import { RateLimits } from './rate-limit.ts'
import type { QueuePorts } from './ports.ts'
import { reconcile } from './reconcile.ts'
import { type ActionRow, getActionRow } from './rows.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { WakeTimer } from './wake-timer.ts'

export interface SenderPorts extends QueuePorts {
  sql: Sql
  owners: Owners
  /** Called with the users whose actions changed, or with none where that is not known. */
  queueChanged(owner: Owner, targets: readonly number[]): void
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
  readonly #throttles = new Map<number, AccountThrottle>()
  /** The actions in flight, by the row's ID. */
  readonly #inFlight = new Map<number, { owner: Owner; done: Promise<void> }>()
  readonly #unsubscribe: () => void
  /** How often each row failed since its owner last resumed: others are tried before it. */
  readonly #failed = new Map<number, number>()
  /** Rows that were sent, and whose outcome could not be stored. */
  readonly #unwritten = new Set<number>()
  /** Owners whose actions are not started for now. */
  readonly #suspended = new Set<number>()
  readonly #timer: WakeTimer
  #isClosed = false
  #diskUntil = 0

  constructor(ports: SenderPorts) {
    this.#ports = ports
    this.#deletions = new Deletions(ports.sql, ports.clock)
    this.#timer = new WakeTimer(ports.clock, () => this.#startReady())
    this.#unsubscribe = ports.lanes.subscribe(() => this.wake())
  }

  /** Checks soon whether there is something to do. */
  wake(): void {
    this.#timer.wake()
  }

  /** Checks at this moment, in milliseconds since 1970, at the latest. */
  wakeAt(moment: number): void {
    this.#timer.wakeAt(moment)
  }

  /** An account's instance may be reachable again, or its token replaced. */
  resume(owner: Owner): void {
    this.#throttle(owner).resume()
    // The first action is sent first again, however often it failed.
    this.#failed.clear()
    this.wake()
  }

  /** Sends one action whatever pause the service asked for; the answer decides about the others. */
  probe(owner: Owner): void {
    this.#throttle(owner).forgetRateLimit()
    this.resume(owner)
  }

  /** Why an owner's actions are not sent now. */
  waitingReason(owner: Owner): Failure | undefined {
    if (!owner.isAdmin) return adminRequiredFailure
    if (owner.isReadOnly) return readOnlyFailure
    return this.#throttle(owner).waitingReason(this.#ports.clock.now())
  }

  /** Sends nothing for an owner until the work is done. */
  async whileSuspended<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    this.#suspended.add(owner.id)
    try {
      return await work()
    } finally {
      this.#suspended.delete(owner.id)
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
    this.#unsubscribe()
    this.#deletions.close()
    const all = Promise.all([...this.#inFlight.values()].map(({ done }) => done))
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
    const moments: number[] = []
    try {
      this.#writeUnwritten()
      for (const owner of this.#ports.owners.signedIn()) moments.push(this.#startReadyOf(owner))
    } catch (error) {
      this.#diskFailed(error)
      moments.push(this.#diskUntil)
    }
    return Math.max(Math.min(Infinity, ...moments), this.#diskUntil)
  }

  /** The same for one owner. */
  #startReadyOf(owner: Owner): number {
    const { sql, clock, queueChanged } = this.#ports
    const now = clock.now()
    if (this.#diskUntil > now) return this.#diskUntil
    if (applyElapsedTime(sql, owner.id, now)) {
      queueChanged(owner, [])
      // More may be due than is updated at once.
      this.wake()
    }
    const throttle = this.#throttle(owner)
    const isStopped = this.#isStopped(owner)
    const hasRights = owner.isAdmin && !owner.isReadOnly
    const isOpen = hasRights && !isStopped && throttle.retryAt(now) <= now
    if (isOpen) {
      const free = this.#freeLanes(owner, throttle)
      const isInFlight = ({ id }: ActionRow) => this.#inFlight.has(id)
      const failureCount = ({ id }: ActionRow) => this.#failed.get(id) ?? 0
      const rows = free > 0 ? dequeue(sql, owner.id, free, { isInFlight, failureCount, now }) : []
      for (const row of rows) this.#start(owner, row)
    }
    const moment = nextMoment(sql, owner.id, now) ?? Infinity
    if (throttle.retryAt(now) <= now || !hasRights) return moment
    return Math.min(moment, throttle.retryAt(now))
  }

  #freeLanes({ id, baseUrl }: Owner, throttle: AccountThrottle): number {
    const { lanes, settings } = this.#ports
    const free = settings().requestsAtOnce - lanes.inUse(baseUrl)
    if (!throttle.isAlone) return free
    const others = [...this.#inFlight.values()]
    return others.some(({ owner }) => owner.id === id) ? 0 : Math.min(free, 1)
  }

  #start(owner: Owner, row: ActionRow): void {
    const release = this.#ports.lanes.acquire(owner.baseUrl)
    const done = this.#send(owner, row)
      .catch((error: unknown) => {
        // If it was sent, only the user's state shows its outcome now.
        this.#unwritten.add(row.id)
        if (!this.#isClosed) this.#diskFailed(error)
      })
      .finally(() => {
        this.#inFlight.delete(row.id)
        // Wakes everything that waits for a lane, this queue too.
        release()
        if (!this.#isClosed) this.#ports.queueChanged(owner, [row.target.id])
      })
    this.#inFlight.set(row.id, { owner, done })
  }

  async #send(owner: Owner, row: ActionRow): Promise<void> {
    const { generation } = this.#throttle(owner)
    const actionContext = this.#actionContext(owner, row)
    const outcome =
      row.state === 'unknown'
        ? await reconcile(actionContext, row)
        : await moderate(actionContext, row, async (before, snapshot) => {
            await this.#rateLimits(owner).waitIfShort()
            return this.#commit(owner, row, before, snapshot)
          })
    this.#recordOutcome(owner, row, outcome, generation)
    // The service deletes in the background; here they are gone at once.
    if (outcome.kind === 'done' && isDeletion(row.action)) actionContext.onUserGone(row.target.id)
    const onGone = () => this.#ports.queueChanged(owner, [row.target.id])
    if (!this.#isClosed) this.#deletions.follow(actionContext, row, outcome, onGone)
  }

  /** Stores that the action is being sent, before the first byte leaves; false where it was cancelled or the account has changed. */
  #commit(owner: Owner, row: ActionRow, before: string, snapshot: unknown): boolean {
    const { sql, queueChanged } = this.#ports
    // A pause began since the user was read: they are read again after it.
    if (!this.#canSend(owner) || this.#rateLimits(owner).current()) return false
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
    Object.assign(row, getActionRow(sql, owner.id, row.id))
    queueChanged(owner, [row.target.id])
    return true
  }

  /** Whether an owner's actions are paused. */
  #isStopped(owner: Owner): boolean {
    const { owners, isPaused } = this.#ports
    // guard: locked-queue
    if (isPaused?.()) return true
    return owners.isPaused(owner) || this.#suspended.has(owner.id)
  }

  /** Whether the account is still the same and not paused. */
  #canSend(owner: Owner): boolean {
    const { owners } = this.#ports
    // Sent after the next start rather than cut off now.
    if (this.#isClosed || this.#isStopped(owner)) return false
    return owners.signedIn().some(({ id, account }) => id === owner.id && account === owner.account)
  }

  /** Whether an action that the service did not take, because of a rate limit, should still be sent. */
  #isStillSent(owner: Owner, { id, position }: ActionRow): boolean {
    const found = this.#ports.sql.one(
      `SELECT 1 FROM actions WHERE id = ? AND position = ? AND state = 'sending' AND ${ofNoStoppedRun}`,
      id,
      position,
    )
    return found !== undefined && this.#canSend(owner)
  }

  #recordOutcome(owner: Owner, row: ActionRow, outcome: Outcome, generation: number): void {
    const { clock, sql, auditLog } = this.#ports
    const now = clock.now()
    const throttle = this.#throttle(owner)
    const next = this.#nextTry(throttle, row, outcome, { now, generation })
    recordOutcome({ sql, auditLog }, owner, row, outcome, { next, now })
  }

  /** When to try a row again; a failure of the whole account throttles the account. */
  #nextTry(
    throttle: AccountThrottle,
    row: ActionRow,
    outcome: Outcome,
    { now, generation }: { now: number; generation: number },
  ): number {
    const chance = this.#ports.clock.random()
    const own = now + backoff(row.attempts + 1, chance)
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
    if (failure.kind === 'rate-limited') return Math.max(now, throttle.limitedUntil(now))
    if (concernsAccount(failure)) return Math.max(throttle.recordFailure(failure, now, chance), own)
    // The outcome of a lost answer is checked at once.
    const isJustLost = outcome.kind === 'unknown' && row.state === 'sending'
    return isJustLost && failure.status === undefined ? now : own
  }

  #actionContext(owner: Owner, row: ActionRow): ActionContext {
    return createActionContext(owner, this.#ports, {
      rateLimits: this.#rateLimits(owner),
      canRead: () => !this.#isClosed && !this.#ports.isPaused?.(),
      canSend: () => this.#isStillSent(owner, row),
    })
  }

  #rateLimits(owner: Owner): RateLimits {
    return new RateLimits(this.#throttle(owner), this.#ports.clock)
  }

  #throttle({ id }: Owner): AccountThrottle {
    const throttle = this.#throttles.get(id) ?? new AccountThrottle(this.#ports.sql, id)
    this.#throttles.set(id, throttle)
    return throttle
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
