import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type {
  BulkPreview,
  BulkRun,
  Remaining,
  Reversal,
} from '../../../../shared/operations/bulk.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import {
  type DirectoryUser,
  isDeletion,
  undatedActions,
  undoSecondsFor,
} from '../../../../shared/rules/moderation.ts'
import type { TextFile } from '../../../platform/files/described-table.ts'
import type { Job } from '../../../jobs/job-kind.ts'
import { notSavedFailure, persist, queueError } from '../../../jobs/persist.ts'
import { insertAction } from '../action-store.ts'
import { retryAll } from '../changes.ts'
import { createBulkReport } from './bulk-report.ts'
import {
  type PreviewPage,
  actionsOf,
  assertReason,
  countUnusual,
  isLastAdministrator,
  newActions,
  pageOfAffected,
  previewUsersOf,
  partitionUsers,
  taskOf,
  toBulkPreview,
  toBulkRun,
  usersAtOnce,
} from './bulk-run.ts'
import type { BulkOptions, BulkRequest, NewRun } from './ports.ts'
import { reversalOf } from './reversal.ts'

const administrators: Selection = { kind: 'matching', filter: { admins: true }, except: [] }

/**
 * One action on many users: rows of the same queue under one number. Nothing here keeps the rest of the application waiting, however
 * many they are.
 */
export class Bulk {
  readonly #options: BulkOptions
  /** Runs that could not be written to their end, with the reason. */
  readonly #failed = new Map<number, UnformattedFailure>()
  /** The last run that was started: the next one must see the actions that it queued. */
  #lastStart: Promise<unknown> = Promise.resolve()

  constructor(options: BulkOptions) {
    this.#options = options
  }

  async preview(wanted: BulkRequest): Promise<BulkPreview> {
    const { account, actor, directory, clock } = this.#options
    const users = await this.#sorted(wanted)
    const actions = actionsOf(wanted)
    return toBulkPreview(users, previewUsersOf(directory, account), {
      asOf: directory.asOf(account),
      ...(wanted.plan && { stepCounts: users.stepCounts }),
      unusual: countUnusual(actions, users.affectedUsers, clock.now()),
      isLastAdministrator: isLastAdministrator(
        actions,
        users.affectedUsers,
        directory.resolve(account, administrators),
        actor().id,
      ),
    })
  }

  /** A page of the users of a preview. */
  async previewUsers({ kind, offset, limit, ...wanted }: BulkRequest & PreviewPage) {
    const { account, directory, clock } = this.#options
    const users = await this.#sorted(wanted)
    const toPreviewUser = previewUsersOf(directory, account)
    return pageOfAffected(users, toPreviewUser, { kind, offset, limit }, clock.now())
  }

  /** Queues a run, which is `preparing` while its actions are being written. Throws where the preview is outdated. */
  async start(wanted: NewRun): Promise<BulkRun> {
    this.#options.runner.assertWritable()
    const begun = this.#lastStart.then(() => this.#begin(wanted))
    this.#lastStart = begun.then(({ written }) => written).catch(() => undefined)
    return this.get((await begun).run)
  }

  async #begin(wanted: NewRun): Promise<{ run: number; written: Promise<void> }> {
    assertReason(wanted)
    const { affectedUsers, stepCounts } = await this.#sorted(wanted)
    if (affectedUsers.length !== wanted.affectedCount) {
      throw queueError(
        'conflict',
        message('queue.previewOutdated', {
          count: affectedUsers.length,
          expected: wanted.affectedCount,
        }),
        message('queue.previewOutdatedHint'),
      )
    }
    const { actor, store, clock, runner } = this.#options
    const { action, plan, undoes, reason } = wanted
    const run = persist(() =>
      store.sql.transaction(() => {
        store.dropEmptyHold()
        const id = store.insertJob({
          parameters: { action, plan, undoes },
          actor: actor().username,
          reason,
          created: clock.now(),
          total: stepCounts.reduce((sum, count) => sum + count, 0),
        })
        this.#insert(id, wanted, affectedUsers, 0)
        return id
      }),
    )
    runner.changed(store.kind)
    return { run, written: this.#insertRest(run, wanted, affectedUsers) }
  }

  /** Writes the actions after the first part. Never throws: a run that can't be written to its end is cancelled. */
  async #insertRest(
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
  ): Promise<void> {
    const { store, runner, log } = this.#options
    try {
      const size = usersAtOnce(wanted)
      for (let from = size; from < affectedUsers.length; from += size) {
        await yieldToEventLoop()
        if (runner.isClosed) return
        store.sql.transaction(() => this.#insert(run, wanted, affectedUsers, from))
        runner.changed(store.kind)
      }
    } catch (error) {
      this.#failed.set(run, notSavedFailure)
      log('A bulk run could not be written to the queue.', { error })
      await runner.cancelJob(store.kind, run).catch(() => undefined)
    }
  }

  /** Inserts some actions of a run, as part of the open transaction; with the last of them it may start, unless it was cancelled. */
  #insert(
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
    from: number,
  ): void {
    const { actor, store, clock, settings } = this.#options
    const now = clock.now()
    const size = usersAtOnce(wanted)
    const isCancelled = !store.isPreparing(run)
    for (const user of affectedUsers.slice(from, from + size)) {
      for (const row of newActions(wanted, user, { id: actor().id, now })) {
        insertAction(store, { ...row, job: run }, { now, undoSeconds: 0 }, isCancelled)
      }
    }
    if (from + size < affectedUsers.length) return
    const actions = undatedActions(wanted)
    const starts = now + undoSecondsFor(actions, settings().undoSeconds) * 1000
    store.startJob(run, starts, actions.some(isDeletion))
  }

  list(): BulkRun[] {
    return this.#options.store.jobs().map((job) => this.#toBulkRun(job))
  }

  get(run: number): BulkRun {
    return this.#toBulkRun(this.#options.store.job(run))
  }

  pause(run: number): BulkRun {
    const { store, runner } = this.#options
    runner.pauseJob(store.kind, run)
    return this.get(run)
  }

  resume(run: number): BulkRun {
    const { store, runner } = this.#options
    runner.resumeJob(store.kind, run)
    return this.get(run)
  }

  /** Stops a run at once and cancels its actions that were not sent. */
  async cancel(run: number): Promise<BulkRun> {
    const { store, runner } = this.#options
    await runner.cancelJob(store.kind, run)
    return this.get(run)
  }

  /** Queues the refused actions again, and nothing else. */
  async retry(run: number): Promise<BulkRun> {
    const { store, runner, clock, settings } = this.#options
    runner.assertWritable()
    store.job(run)
    const refused = store.sql.all(
      `SELECT id FROM items WHERE job = ? AND state = 'refused' ORDER BY id`,
      run,
    )
    await retryAll(
      store,
      refused.map(({ id }) => Number(id)),
      { now: clock.now(), undoSeconds: settings().undoSeconds },
    )
    runner.changed(store.kind)
    return this.get(run)
  }

  reversal(run: number): Reversal {
    return reversalOf(this.#options.store.sql, this.get(run))
  }

  /** The users whose actions were cancelled, also those of a run that was cancelled while it was being written. */
  async remaining(run: number): Promise<Remaining> {
    await this.#lastStart
    const { store } = this.#options
    const rows = store.sql.all(
      `SELECT target FROM items WHERE job = ? AND state = 'cancelled' GROUP BY target ORDER BY min(id)`,
      run,
    )
    return { ...taskOf(store.job(run)), ids: rows.map(({ target }) => Number(target)) }
  }

  report(run: number, format: 'csv' | 'json'): Promise<TextFile[]> {
    return createBulkReport(this.#options.store, this.get(run), format)
  }

  #sorted(wanted: BulkRequest) {
    const { account, actor, store, directory, clock } = this.#options
    const found = directory.resolve(account, wanted.selection)
    return partitionUsers(store, actor().id, wanted, found, clock.now())
  }

  #toBulkRun(job: Job): BulkRun {
    const { store, runner, clock } = this.#options
    const failure = this.#failed.get(job.id)
    return toBulkRun(
      store,
      job,
      clock.now(),
      (isOpen) => failure ?? (isOpen ? runner.waitingReason(store.kind) : undefined),
    )
  }
}
