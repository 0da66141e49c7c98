import type {
  CancelledAll,
  ChangedQueue,
  ConflictDecision,
  ConflictKind,
  QueuePlace,
  QueueSummary,
  QueuedAction,
} from '../../../shared/operations/queue.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import { cappedActionOf } from '../../../shared/rules/ceilings.ts'
import { type QueueAction, undoSecondsFor } from '../../../shared/rules/moderation.ts'
import { FailureError } from '../../platform/failure.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { JobStore, type JobPage } from '../../jobs/job-store.ts'
import { persist } from '../../jobs/persist.ts'
import { logOwner, recordDismissed } from '../../jobs/record-outcome.ts'
import { withFormattedFailure } from '../../jobs/stored-failure.ts'
import {
  type ActionRow,
  type ActionStore,
  type ModerationRequest,
  type Moment,
  lastOpenActions,
  listConflictKinds,
  moderationName,
  recentlyDeleted,
  recordStalledDeletions,
} from './action-store.ts'
import { Bulk } from './bulk/bulk.ts'
import {
  type ReasonEdit,
  decide,
  decideAll,
  editReason,
  enqueue,
  move,
  retryAll,
} from './changes.ts'
import type { QueueOptions } from './ports.ts'

/** How long (ms) an action waits while its reason is being edited. The editor renews this in time. */
const editingMs = 5 * 60_000

/**
 * The queue for all moderation. Guarantees: every change is on disk before it's returned; an action is sent as the
 * account that queued it, to that account's instance, and isn't resent until its user has been read again.
 */
export class ModerationQueue {
  readonly bulk: Bulk
  readonly #options: QueueOptions
  readonly #store: ActionStore
  readonly #runner: JobRunner

  constructor(options: QueueOptions) {
    const { sql, runner } = options.jobs
    this.#options = options
    this.#store = new JobStore(sql, moderationName)
    this.#runner = runner
    this.bulk = new Bulk({
      ...options,
      store: this.#store,
      runner,
      actor: () => this.#accountNow().user,
    })
  }

  enqueue(request: ModerationRequest): QueuedAction {
    this.#runner.assertWritable()
    this.#assertRoom(request)
    const actorId = this.#accountNow().user.id
    const row = persist(() => enqueue(this.#store, actorId, request, this.#moment()))
    this.#runner.enqueued(row)
    return withFormattedFailure(row)
  }

  /** Throws if an action that isn't queued yet would exceed its ceiling. */
  #assertRoom({ action, id }: ModerationRequest): void {
    const capped = cappedActionOf(action)
    if (!capped || this.#store.openIn(id).some((row) => row.action === action)) return
    const excess = this.#options.room?.(capped, 1, id)
    if (excess) throw new FailureError(excess.failure)
  }

  get(id: number): QueuedAction {
    return withFormattedFailure(this.#store.get(id))
  }

  list({
    order,
    offset,
    limit,
    run,
    ...narrowing
  }: JobPage & {
    states?: readonly QueueState[]
    run?: number
    target?: number
    isSent?: boolean
  }): { items: QueuedAction[]; total: number } {
    this.#runner.applyElapsedTime()
    const page = { offset, limit, order }
    const { items, total } = this.#store.list({ ...narrowing, job: run }, page)
    const { account, directory, runs } = this.#options
    const withDetails = (row: ActionRow): QueuedAction => {
      const lookAlike = directory.lookAlikeOf(account, row.target.id)
      const waitsFor = row.state === 'ready' ? runs.aheadOf(account, row) : undefined
      return {
        ...withFormattedFailure(row),
        ...(waitsFor && { waitsFor }),
        ...(lookAlike && { lookAlike }),
      }
    }
    return { items: items.map(withDetails), total }
  }

  summary(): QueueSummary {
    this.#runner.applyElapsedTime()
    return this.currentSummary()
  }

  /** The summary, without applying elapsed time first. */
  currentSummary(): QueueSummary {
    return this.#runner.summary()
  }

  cancel(ids: readonly number[]): QueueSummary {
    return this.#change((now) => this.#store.cancel(ids, now))
  }

  /**
   * Cancels all pending items of all kinds, or only those on hold. Returns their `count`, and the `ids` of the actions
   * in queue order. None of them is sent in the meantime.
   */
  async cancelAll(onlyHeld = false): Promise<CancelledAll> {
    const items = await this.#runner.cancelAll(onlyHeld)
    const ids = items.flatMap(({ id, kind }) => (kind === this.#store.kind ? id : []))
    return { summary: this.currentSummary(), ids, count: items.length }
  }

  /** Changes the reason of a pending action. Throws if it was already sent. */
  edit(id: number, edited: ReasonEdit): QueuedAction {
    this.#change(() => [editReason(this.#store, id, edited).target.id])
    return this.get(id)
  }

  /** Restarts an action's undo period, and extends it while the reason is being edited. */
  postpone(id: number, isEditing: boolean): QueuedAction {
    const { action } = this.#store.get(id)
    const { undoSeconds } = this.#options.settings()
    const time = isEditing ? editingMs : undoSecondsFor([action], undoSeconds) * 1000
    this.#change((now) => [this.#store.postpone(id, now + time).target.id])
    return this.get(id)
  }

  /** Moves a pending action; `moved` includes the actions that had to move with it. */
  move(id: number, to: QueuePlace): { summary: QueueSummary; moved: number } {
    let moved = 0
    const summary = this.#change(() => {
      moved = move(this.#store, id, to).length
      return undefined
    })
    return { summary, moved }
  }

  sendAllNow(): ChangedQueue {
    let changed = 0
    const summary = this.#change((now) => {
      const targets = this.#store.sendAllNow(now)
      changed = targets.length
      this.#options.throttle.probe()
      return targets
    })
    return { ...summary, changed }
  }

  sendNow(ids: readonly number[]): QueueSummary {
    return this.#change((now) => {
      const targets = this.#store.sendNow(ids, now)
      this.#options.throttle.probe()
      return targets
    })
  }

  async retry(ids: readonly number[]): Promise<ChangedQueue> {
    this.#runner.assertWritable()
    const targets = await retryAll(this.#store, ids, this.#moment())
    this.#runner.changed(targets)
    return { ...this.currentSummary(), changed: targets.length }
  }

  decide(id: number, decision: 'apply' | 'drop'): QueuedAction {
    this.#change(() =>
      this.#store.sql.transaction(() => {
        const before = this.#store.get(id)
        const { target } = decide(this.#store, id, decision, this.#moment())
        const isDismissed = before.state === 'unknown' && decision === 'drop'
        // While an action is being verified, its audit entry waits for the outcome.
        if (isDismissed && !this.#runner.isInFlight(id)) {
          recordDismissed(this.#options.jobs.auditLog, logOwner(this.#accountNow()), before)
        }
        return [target.id]
      }),
    )
    return this.get(id)
  }

  conflictKinds(run?: number): ConflictKind[] {
    return listConflictKinds(this.#store, run)
  }

  /** Resolves several conflicts the same way; `decided` excludes those that have been resolved since. */
  decideAll(request: { ids: readonly number[]; decision: ConflictDecision }): {
    summary: QueueSummary
    decided: number
  } {
    if (request.decision !== 'drop') this.#runner.assertWritable()
    const actorId = this.#accountNow().user.id
    let decided = 0
    const summary = this.#change(() => {
      const targets = decideAll(this.#store, actorId, request, this.#moment())
      decided = targets.length
      return targets
    })
    return { summary, decided }
  }

  /** Ends the hold and any pause, and sends waiting actions. */
  release(): QueueSummary {
    this.#runner.release()
    return this.currentSummary()
  }

  /** Each user's last unfinished action. */
  pendingOf(ids: readonly number[]): Map<number, QueueAction> {
    return lastOpenActions(this.#store, ids)
  }

  /** Which of these listed users GitLab may still be deleting. Records deletions that it accepted and never did. */
  beingDeleted(ids: readonly number[]): Set<number> {
    const now = this.#options.clock.now()
    const stalled = persist(() => recordStalledDeletions(this.#store, ids, now))
    if (stalled.length > 0) this.#runner.changed(stalled)
    return recentlyDeleted(this.#store, ids, now)
  }

  #moment(): Moment {
    const { clock, settings } = this.#options
    return { now: clock.now(), undoSeconds: settings().undoSeconds }
  }

  /** The account. Throws once it is signed out. */
  #accountNow(): ReturnType<QueueOptions['accounts']['account']> {
    return this.#options.accounts.account(this.#options.account)
  }

  #change(change: (now: number) => number[] | undefined): QueueSummary {
    const targets = persist(() => change(this.#options.clock.now()))
    this.#runner.changed(targets)
    return this.currentSummary()
  }
}
