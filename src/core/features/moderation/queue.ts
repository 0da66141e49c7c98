import { formatFailure } from '../../infra/failure.ts'
import type { Database } from '../../infra/sqlite/database.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  QueuePlace,
  QueueState,
  QueueSummary,
  QueuedAction,
} from '../../../shared/app/queue.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'
import { Bulk } from './bulk/bulk.ts'
import {
  cancel,
  cancelSome,
  decide,
  lastPosition,
  retryAll,
  retryNow,
  sendAllNow,
  sendNow,
} from './changes.ts'
import { type ReasonEdit, edit, postpone } from './edit.ts'
import { move } from './move.ts'
import { QueueEvents } from './queue-events.ts'
import { type ModerationRequest, enqueue } from './enqueue.ts'
import { type Owner, Owners } from './owners.ts'
import { applyElapsedTime } from './dequeue.ts'
import type { QueuePorts } from './ports.ts'
import { prune } from './prune.ts'
import { countByState, listActions, type sortOrders, getActionRow, toQueuedAction } from './rows.ts'
import { lastOpenActions, recentlyDeleted } from './user-actions.ts'
import { Sender } from './sender.ts'
import { recordDismissed } from './record-outcome.ts'
import { Sql } from '../../infra/sqlite/sql.ts'
import { persist } from './persist.ts'

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
  readonly #owners: Owners
  readonly #sender: Sender
  readonly #events: QueueEvents
  #isClosing = false
  #isClosed = false

  /** The database comes from `openQueue`; whoever opened it closes it. */
  constructor(database: Database, ports: QueuePorts) {
    const sql = new Sql(database)
    const owners = new Owners(sql, ports.accounts)
    this.#ports = ports
    this.#sql = sql
    this.#owners = owners
    this.#events = new QueueEvents(ports.clock, (account, targets) => this.#emit(account, targets))
    const queueChanged = (owner: Owner, targets: Iterable<number>) =>
      this.#events.queueChanged(owner.account, targets)
    this.#sender = new Sender({ ...ports, sql, owners, queueChanged })
    this.bulk = new Bulk({
      ...ports,
      sql,
      owners,
      waitingReason: (owner) => this.#sender.waitingReason(owner),
      queueChanged: (owner) => this.#queueChanged(owner, []),
    })
  }

  /** Starts to send the actions that are left from the last time. */
  start(): void {
    this.#sender.wake()
    void this.bulk.resumeCancelling()
  }

  enqueue(account: string, wanted: ModerationRequest): QueuedAction {
    const owner = this.#owners.getWritable(account)
    const { clock, settings } = this.#ports
    const moment = { now: clock.now(), undoMs: settings().undoSeconds * 1000 }
    const row = persist(() => enqueue(this.#sql, owner, wanted, moment))
    this.#events.queueChanged(owner.account, [wanted.id])
    if (row.state === 'undoable') this.#sender.wakeAt(row.notBefore)
    else this.#sender.wake()
    return toQueuedAction(row)
  }

  get(account: string, id: number): QueuedAction {
    return toQueuedAction(getActionRow(this.#sql, this.#owners.get(account).id, id))
  }

  list(
    account: string,
    {
      order,
      offset,
      limit,
      ...narrowing
    }: {
      states?: readonly QueueState[]
      run?: number
      target?: number
      order?: keyof typeof sortOrders
      offset: number
      limit: number
    },
  ): { items: QueuedAction[]; total: number } {
    const owner = this.#owners.get(account)
    this.#applyElapsedTime(owner)
    const { items, total } = listActions(this.#sql, owner.id, narrowing, { offset, limit, order })
    const withLookAlike = (action: QueuedAction): QueuedAction => {
      const lookAlike = this.#ports.people.lookAlikeOf(account, action.target.id)
      return lookAlike ? { ...action, lookAlike } : action
    }
    return { items: items.map(withLookAlike), total }
  }

  summary(account: string): QueueSummary {
    const owner = this.#owners.get(account)
    this.#applyElapsedTime(owner)
    return this.#summaryOf(owner)
  }

  cancel(account: string, ids: readonly number[]): QueueSummary {
    return this.#change(account, (owner, now) => cancel(this.#sql, owner, ids, now))
  }

  /** Cancels all pending actions; `ids` are the cancelled ones in their order. None of them is sent in the meantime. */
  async cancelAll(account: string): Promise<{ summary: QueueSummary; ids: number[] }> {
    const owner = this.#owners.get(account)
    const ids: number[] = []
    const upTo = lastPosition(this.#sql)
    await this.#sender.whileSuspended(owner, async () => {
      while (!this.#isClosing) {
        const now = this.#ports.clock.now()
        const taken = persist(() => cancelSome(this.#sql, owner, upTo, now))
        if (taken.ids.length === 0) return
        ids.push(...taken.ids)
        this.#queueChanged(owner, taken.targets)
        await yieldToEventLoop()
      }
    })
    return { summary: this.#summaryOf(owner), ids }
  }

  /** Changes the reason of a pending action. Throws where it was sent already. */
  edit(account: string, id: number, edited: ReasonEdit): QueuedAction {
    this.#change(account, (owner) => [edit(this.#sql, owner, id, edited).target.id])
    return this.get(account, id)
  }

  /** Begins the time to undo an action anew, a longer one while its reason is being edited. */
  postpone(account: string, id: number, isEditing: boolean): QueuedAction {
    const { undoSeconds } = this.#ports.settings()
    const time = isEditing ? editingMs : undoSeconds * 1000
    this.#change(account, (owner, now) => [postpone(this.#sql, owner, id, now + time).target.id])
    return this.get(account, id)
  }

  /** Moves a pending action; `moved` also counts the actions that had to move with it. */
  move(account: string, id: number, to: QueuePlace): { summary: QueueSummary; moved: number } {
    let moved = 0
    const summary = this.#change(account, (owner) => {
      moved = move(this.#sql, owner, id, to).length
      return []
    })
    return { summary, moved }
  }

  sendAllNow(account: string): QueueSummary {
    return this.#change(account, (owner, now) => {
      const targets = sendAllNow(this.#sql, owner, now)
      this.#sender.probe(owner)
      return targets
    })
  }

  sendNow(account: string, ids: readonly number[]): QueueSummary {
    return this.#change(account, (owner, now) => {
      const targets = sendNow(this.#sql, owner, ids, now)
      this.#sender.probe(owner)
      return targets
    })
  }

  async retry(account: string, ids: readonly number[]): Promise<QueueSummary> {
    const owner = this.#owners.getWritable(account)
    this.#queueChanged(owner, await retryAll(this.#sql, owner, ids, this.#ports.clock.now()))
    return this.#summaryOf(owner)
  }

  decide(account: string, id: number, decision: 'apply' | 'drop'): QueuedAction {
    this.#change(account, (owner, now) =>
      this.#sql.transaction(() => {
        const before = getActionRow(this.#sql, owner.id, id)
        const { target } = decide(this.#sql, owner, id, decision, now)
        const isDismissed = before.state === 'unknown' && decision === 'drop'
        // An action that is being checked gets its entry with the outcome of that.
        if (isDismissed && !this.#sender.isInFlight(id)) {
          recordDismissed(this.#ports.auditLog, owner, before)
        }
        return [target.id]
      }),
    )
    return this.get(account, id)
  }

  /** Sends nothing for the account until it is resumed. */
  pause(account: string): QueueSummary {
    return this.#setPaused(account, true)
  }

  resume(account: string): QueueSummary {
    return this.#setPaused(account, false)
  }

  /** The last unfinished action on each of these users. */
  pendingOf(account: string, ids: readonly number[]): Map<number, ModerationAction> {
    return lastOpenActions(this.#sql, this.#owners.get(account).id, ids)
  }

  /** The users among these whose deletion the service accepted from here in the last day, although it may still list them. */
  beingDeleted(account: string, ids: readonly number[]): Set<number> {
    const owner = this.#signedIn(account)
    return owner ? recentlyDeleted(this.#sql, owner.id, ids, this.#ports.clock.now()) : new Set()
  }

  /** How many actions of an account would be left unsent if everything ended now. */
  unsent(account: string): number {
    const owner = this.#signedIn(account)
    if (!owner) return 0
    const { undoable = 0, ready = 0, sending = 0 } = countByState(this.#sql, { owner: owner.id })
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
    for (const owner of this.#owners.signedIn()) this.#events.queueChanged(owner.account, [])
  }

  /** The accounts or their tokens changed. */
  accountsChanged(): void {
    for (const owner of this.#owners.signedIn()) this.#sender.resume(owner)
  }

  /** An account's instance can be reached again. */
  online(account: string): void {
    const owner = this.#signedIn(account)
    if (owner) this.#sender.resume(owner)
  }

  /** A person asked to try again, or the account has another token: sends one action whatever pause lasts. Never throws. */
  tryNow(account: string): void {
    const owner = this.#signedIn(account)
    if (!owner) return
    try {
      retryNow(this.#sql, owner, this.#ports.clock.now())
      this.#sender.probe(owner)
    } catch (error) {
      this.#ports.log('The queue of actions could not go on.', { error })
    }
  }

  /** Sends what may be sent now, because a setting or the lock has changed. */
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

  #signedIn(account: string): Owner | undefined {
    return this.#owners.signedIn().find((one) => one.account === account)
  }

  #setPaused(account: string, isPaused: boolean): QueueSummary {
    return this.#change(account, (owner) => {
      this.#owners.setPaused(owner, isPaused)
      return []
    })
  }

  #change(account: string, change: (owner: Owner, now: number) => number[]): QueueSummary {
    const owner = this.#owners.get(account)
    const targets = persist(() => change(owner, this.#ports.clock.now()))
    this.#queueChanged(owner, targets)
    return this.#summaryOf(owner)
  }

  #queueChanged(owner: Owner, targets: Iterable<number>): void {
    this.#events.queueChanged(owner.account, targets)
    this.#sender.wake()
  }

  /** Time passes for unsent actions, too. */
  #applyElapsedTime(owner: Owner): void {
    applyElapsedTime(this.#sql, owner.id, this.#ports.clock.now())
  }

  #summaryOf(owner: Owner): QueueSummary {
    const waiting = this.#sender.waitingReason(owner)
    return {
      counts: countByState(this.#sql, { owner: owner.id }),
      isPaused: this.#owners.isPaused(owner),
      waiting: waiting && formatFailure(waiting),
    }
  }

  #emit(account: string, targets: number[]): void {
    if (this.#isClosed || !this.#ports.accounts.ids().includes(account)) return
    const summary = this.#summaryOf(this.#owners.get(account))
    this.#ports.emit({ account, summary, targets })
  }
}
