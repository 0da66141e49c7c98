import { FailureError, formatFailure } from '../../platform/failure.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  ConflictDecision,
  ConflictKind,
  HoldReason,
  QueueCounts,
  QueuePlace,
  QueueState,
  QueueSummary,
  QueuedAction,
} from '../../../shared/operations/queue.ts'
import { type ModerationAction, undoSecondsFor } from '../../../shared/rules/moderation.ts'
import { readOnlyFailure } from '../../../shared/rules/read-only-token.ts'
import { Bulk } from './bulk/bulk.ts'
import { QueueEvents } from './queue-events.ts'
import type { QueuePorts } from './ports.ts'
import { Sender } from './sender.ts'
import { logOwner, recordDismissed } from './record-outcome.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import { persist } from './persist.ts'
import {
  type ReasonEdit,
  cancel,
  cancelSome,
  decide,
  decideAll,
  edit,
  enqueue,
  lastPosition,
  move,
  postpone,
  retryAll,
  retryNow,
  sendAllNow,
  sendNow,
} from './changes.ts'
import {
  type ModerationRequest,
  type Moment,
  applyElapsedTime,
  countByState,
  getActionRow,
  hold,
  holdReason,
  isPaused,
  lastOpenActions,
  listActions,
  listConflictKinds,
  missedRun,
  presenceOf,
  prune,
  recentlyDeleted,
  release,
  type sortOrders,
  toQueuedAction,
} from './queue-store.ts'

/** Milliseconds in which actions in flight may end when Latchkey is closed. */
const closingMs = 5_000
/** Milliseconds for which an action waits while its reason is being edited; the editor asks again before they are over. */
const editingMs = 5 * 60_000

/**
 * The queue through which all moderation goes. Promises: everything it returned is on disk; an action is sent for the account that
 * queued it, to its instance, and not again before its user has been read.
 */
export class ModerationQueue {
  readonly bulk: Bulk
  readonly #ports: QueuePorts
  readonly #sql: Sql
  readonly #sender: Sender
  readonly #events: QueueEvents
  #isClosing = false
  #isClosed = false

  /** The database comes from `openQueue`; whoever opened it closes it. */
  constructor(database: Database, ports: QueuePorts) {
    const sql = new Sql(database)
    this.#ports = ports
    this.#sql = sql
    this.#events = new QueueEvents(ports.clock, (targets) => this.#emit(targets))
    const queueChanged = (targets: Iterable<number>) => this.#events.queueChanged(targets)
    this.#sender = new Sender({ ...ports, sql, queueChanged })
    this.bulk = new Bulk({
      ...ports,
      sql,
      actor: () => this.#accountNow().user,
      assertWritable: () => this.#assertWritable(),
      waitingReason: () => this.#sender.waitingReason(),
      queueChanged: () => this.#queueChanged([]),
    })
  }

  /** Starts to send the actions that are left from the last time. */
  start(): void {
    this.#sender.wake()
    void this.bulk.resumeCancelling()
  }

  enqueue(wanted: ModerationRequest): QueuedAction {
    this.#assertWritable()
    const actorId = this.#accountNow().user.id
    const row = persist(() => enqueue(this.#sql, actorId, wanted, this.#moment()))
    this.#events.queueChanged([wanted.id])
    if (row.state === 'undoable') this.#sender.wakeAt(row.notBefore)
    else this.#sender.wake()
    return toQueuedAction(row)
  }

  get(id: number): QueuedAction {
    return toQueuedAction(getActionRow(this.#sql, id))
  }

  list({
    order,
    offset,
    limit,
    ...narrowing
  }: {
    states?: readonly QueueState[]
    run?: number
    target?: number
    isSent?: boolean
    order?: keyof typeof sortOrders
    offset: number
    limit: number
  }): { items: QueuedAction[]; total: number } {
    this.#applyElapsedTime()
    const { items, total } = listActions(this.#sql, narrowing, { offset, limit, order })
    const withLookAlike = (action: QueuedAction): QueuedAction => {
      const lookAlike = this.#ports.people.lookAlikeOf(this.#ports.account, action.target.id)
      return lookAlike ? { ...action, lookAlike } : action
    }
    return { items: items.map(withLookAlike), total }
  }

  summary(): QueueSummary {
    this.#applyElapsedTime()
    return this.#currentSummary()
  }

  cancel(ids: readonly number[]): QueueSummary {
    return this.#change((now) => cancel(this.#sql, ids, now))
  }

  /** Cancels all pending actions; `ids` are the cancelled ones in their order. None of them is sent in the meantime. */
  async cancelAll(): Promise<{ summary: QueueSummary; ids: number[] }> {
    const ids: number[] = []
    const upTo = lastPosition(this.#sql)
    await this.#sender.whileSuspended(async () => {
      while (!this.#isClosing) {
        const now = this.#ports.clock.now()
        const taken = persist(() => cancelSome(this.#sql, upTo, now))
        if (taken.ids.length === 0) return
        ids.push(...taken.ids)
        this.#queueChanged(taken.targets)
        await yieldToEventLoop()
      }
    })
    return { summary: this.#currentSummary(), ids }
  }

  /** Changes the reason of a pending action. Throws where it was sent already. */
  edit(id: number, edited: ReasonEdit): QueuedAction {
    this.#change(() => [edit(this.#sql, id, edited).target.id])
    return this.get(id)
  }

  /** Begins the time to undo an action anew, a longer one while its reason is being edited. */
  postpone(id: number, isEditing: boolean): QueuedAction {
    const { action } = getActionRow(this.#sql, id)
    const { undoSeconds } = this.#ports.settings()
    const time = isEditing ? editingMs : undoSecondsFor([action], undoSeconds) * 1000
    this.#change((now) => [postpone(this.#sql, id, now + time).target.id])
    return this.get(id)
  }

  /** Moves a pending action; `moved` also counts the actions that had to move with it. */
  move(id: number, to: QueuePlace): { summary: QueueSummary; moved: number } {
    let moved = 0
    const summary = this.#change(() => {
      moved = move(this.#sql, id, to).length
      return []
    })
    return { summary, moved }
  }

  sendAllNow(): QueueSummary {
    return this.#change((now) => {
      const targets = sendAllNow(this.#sql, now)
      this.#ports.throttle.probe()
      return targets
    })
  }

  sendNow(ids: readonly number[]): QueueSummary {
    return this.#change((now) => {
      const targets = sendNow(this.#sql, ids, now)
      this.#ports.throttle.probe()
      return targets
    })
  }

  async retry(ids: readonly number[]): Promise<QueueSummary> {
    this.#assertWritable()
    this.#queueChanged(await retryAll(this.#sql, ids, this.#moment()))
    return this.#currentSummary()
  }

  decide(id: number, decision: 'apply' | 'drop'): QueuedAction {
    this.#change(() =>
      this.#sql.transaction(() => {
        const before = getActionRow(this.#sql, id)
        const { target } = decide(this.#sql, id, decision, this.#moment())
        const isDismissed = before.state === 'unknown' && decision === 'drop'
        // An action that is being checked gets its entry with the outcome of that.
        if (isDismissed && !this.#sender.isInFlight(id)) {
          recordDismissed(this.#ports.auditLog, logOwner(this.#accountNow()), before)
        }
        return [target.id]
      }),
    )
    return this.get(id)
  }

  conflictKinds(run?: number): ConflictKind[] {
    return listConflictKinds(this.#sql, run)
  }

  /** Decides several conflicts alike; `decided` counts those that nobody decided meanwhile. */
  decideAll(request: { ids: readonly number[]; decision: ConflictDecision }): {
    summary: QueueSummary
    decided: number
  } {
    if (request.decision !== 'drop') this.#assertWritable()
    const actorId = this.#accountNow().user.id
    let decided = 0
    const summary = this.#change(() => {
      const targets = decideAll(this.#sql, actorId, request, this.#moment())
      decided = targets.length
      return targets
    })
    return { summary, decided }
  }

  /** Sends nothing until it is resumed. */
  pause(): QueueSummary {
    return this.#setPaused(true)
  }

  resume(): QueueSummary {
    return this.#setPaused(false)
  }

  /** The account lost its token or its rights, or got another token: what waits is sent only once a person says so. Never throws. */
  hold(reason: HoldReason): void {
    try {
      if (hold(this.#sql, reason)) this.#queueChanged([])
    } catch (error) {
      this.#ports.log('The queue of actions could not be put on hold.', { error })
    }
  }

  /** Ends the hold, and a pause, and sends what waited. */
  release(): QueueSummary {
    return this.#change(() => {
      release(this.#sql)
      this.#ports.throttle.resume()
      return []
    })
  }

  /** The last unfinished action on each of these users. */
  pendingOf(ids: readonly number[]): Map<number, ModerationAction> {
    return lastOpenActions(this.#sql, ids)
  }

  /** The users among these whose deletion the service accepted from here in the last day, although it may still list them. */
  beingDeleted(ids: readonly number[]): Set<number> {
    return recentlyDeleted(this.#sql, ids, this.#ports.clock.now())
  }

  /** How many actions would be left unsent if everything ended now. */
  unsent(): number {
    const { undoable = 0, ready = 0, sending = 0 } = countByState(this.#sql)
    return undoable + ready + sending
  }

  /** Removes actions that finished long ago. What can't be removed now is left for the next time. */
  prune(): void {
    try {
      if (prune(this.#sql, this.#ports.clock.now()) === 0) return
    } catch (error) {
      this.#ports.log('The list of finished actions could not be shortened.', { error })
      return
    }
    this.#events.queueChanged([])
  }

  /** A person asked to try again, or the account has another token: what failed waits no longer. Never throws. */
  tryNow(): void {
    try {
      retryNow(this.#sql, this.#ports.clock.now())
      this.#sender.wake()
    } catch (error) {
      this.#ports.log('The queue of actions could not go on.', { error })
    }
  }

  /** Sends what may be sent now, because a setting has changed. */
  wake(): void {
    this.#sender.wake()
  }

  /** Sends nothing new; actions that don't end in a few seconds are checked after the next start. */
  async close(patienceMs = closingMs): Promise<void> {
    this.#isClosing = true
    this.bulk.close()
    await this.#sender.close(patienceMs)
    this.#isClosed = true
    this.#events.close()
  }

  #moment(): Moment {
    const { clock, settings } = this.#ports
    return { now: clock.now(), undoSeconds: settings().undoSeconds }
  }

  /** Throws once the account is signed out. */
  #accountNow(): ReturnType<QueuePorts['accounts']['account']> {
    return this.#ports.accounts.account(this.#ports.account)
  }

  /** Throws where the token can only read. */
  #assertWritable(): void {
    if (this.#accountNow().canWrite === false) throw new FailureError(readOnlyFailure)
  }

  #setPaused(isPaused: boolean): QueueSummary {
    return this.#change(() => {
      this.#sql.run('UPDATE queue SET paused = ?', isPaused ? 1 : 0)
      return []
    })
  }

  #change(change: (now: number) => number[]): QueueSummary {
    const targets = persist(() => change(this.#ports.clock.now()))
    this.#queueChanged(targets)
    return this.#currentSummary()
  }

  #queueChanged(targets: Iterable<number>): void {
    this.#events.queueChanged(targets)
    this.#sender.wake()
  }

  /** Time passes for unsent actions, too. */
  #applyElapsedTime(): void {
    applyElapsedTime(this.#sql, this.#ports.clock.now(), presenceOf(this.#ports))
  }

  #currentSummary(): QueueSummary {
    const waiting = this.#sender.waitingReason()
    const counts = countByState(this.#sql)
    const reason = holdReason(this.#sql)
    return {
      counts,
      missedRun: missedRun(this.#sql),
      ...(reason && { hold: { reason, count: countHeld(counts) } }),
      isPaused: isPaused(this.#sql),
      waiting: waiting && formatFailure(waiting),
    }
  }

  #emit(targets: number[]): void {
    const { account, accounts, emit } = this.#ports
    if (this.#isClosed || !accounts.ids().includes(account)) return
    emit({ account, summary: this.#currentSummary(), targets })
  }
}

function countHeld({
  scheduled = 0,
  undoable = 0,
  ready = 0,
  sending = 0,
  unknown = 0,
}: QueueCounts): number {
  return scheduled + undoable + ready + sending + unknown
}
