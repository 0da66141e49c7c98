import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type {
  BulkPreview,
  BulkRun,
  Remaining,
  Reversal,
} from '../../../../shared/operations/bulk.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../../platform/failure.ts'
import {
  type DirectoryUser,
  isDeletion,
  undatedActions,
  undoSecondsFor,
} from '../../../../shared/rules/moderation.ts'
import type { TextFile } from '../../../platform/files/described-table.ts'
import { createReport } from './bulk-report.ts'
import type { BulkPorts, BulkRequest, NewRun } from './ports.ts'
import { reversalOf } from './reversal.ts'
import { cancellableStates } from '../schema.ts'
import type { SqlRow } from '../../../platform/sqlite/sql.ts'
import { notSavedFailure, persist, queueError } from '../persist.ts'
import {
  type PreviewPage,
  actionsOf,
  assertReason,
  countUnusual,
  isLastAdministrator,
  newActions,
  pageOfAffected,
  previewUsersOf,
  selectUsers,
  toBulkPreview,
  toBulkRun,
  usersAtOnce,
} from './bulk-run.ts'
import { cancelNextBatchOfRun, retryAll } from '../changes.ts'
import { dropEmptyHold, insertAction } from '../queue-store.ts'

const administrators: Selection = { kind: 'matching', filter: { admins: true }, except: [] }

/**
 * One action on many users: rows of the same queue under one number. Nothing here keeps the rest of the application waiting, however
 * many they are.
 */
export class Bulk {
  readonly #ports: BulkPorts
  /** Runs that could not be written to their end, with the reason. */
  readonly #failed = new Map<number, Failure>()
  /** The last run that was started: the next one must see the actions that it queued. */
  #lastStart: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(ports: BulkPorts) {
    this.#ports = ports
  }

  async preview(wanted: BulkRequest): Promise<BulkPreview> {
    const { account, actor, people, clock } = this.#ports
    const users = await this.#sorted(wanted)
    const actions = actionsOf(wanted)
    return toBulkPreview(users, previewUsersOf(people, account), {
      asOf: people.asOf(account),
      ...(wanted.plan && { stepCounts: users.stepCounts }),
      unusual: countUnusual(actions, users.affectedUsers, clock.now()),
      isLastAdministrator: isLastAdministrator(
        actions,
        users.affectedUsers,
        people.resolve(account, administrators),
        actor().id,
      ),
    })
  }

  /** A page of the users of a preview. */
  async previewUsers({ kind, offset, limit, ...wanted }: BulkRequest & PreviewPage) {
    const { account, people, clock } = this.#ports
    const users = await this.#sorted(wanted)
    const toPreviewUser = previewUsersOf(people, account)
    return pageOfAffected(users, toPreviewUser, { kind, offset, limit }, clock.now())
  }

  /** Queues a run, which is `preparing` while its actions are being written. Throws where the preview is outdated. */
  async start(wanted: NewRun): Promise<BulkRun> {
    this.#ports.assertWritable()
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
    const { actor, sql, clock, queueChanged } = this.#ports
    const run = persist(() =>
      sql.transaction(() => {
        dropEmptyHold(sql)
        const { id } = sql.run(
          `INSERT INTO runs (action, plan, undoes, actor, reason, created, total) VALUES (?, ?, ?, ?, ?, ?, ?)`,
          wanted.action ?? null,
          wanted.plan ? JSON.stringify(wanted.plan) : null,
          wanted.undoes ?? null,
          actor().username,
          wanted.reason || null,
          clock.now(),
          stepCounts.reduce((sum, count) => sum + count, 0),
        )
        this.#insert(id, wanted, affectedUsers, 0)
        return id
      }),
    )
    queueChanged()
    return { run, written: this.#insertRest(run, wanted, affectedUsers) }
  }

  /** Writes the actions after the first part. Never throws: a run that can't be written to its end is cancelled. */
  async #insertRest(
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
  ): Promise<void> {
    const { sql, queueChanged, log } = this.#ports
    try {
      const size = usersAtOnce(wanted)
      for (let from = size; from < affectedUsers.length; from += size) {
        await yieldToEventLoop()
        if (this.#isClosed) return
        sql.transaction(() => this.#insert(run, wanted, affectedUsers, from))
        queueChanged()
      }
    } catch (error) {
      this.#failed.set(run, notSavedFailure)
      log('A bulk run could not be written to the queue.', { error })
      await this.#cancel(run).catch(() => undefined)
      queueChanged()
    }
  }

  /** Inserts some actions of a run, as part of the open transaction; with the last of them it may start, unless it was cancelled. */
  #insert(
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
    from: number,
  ): void {
    const { actor, sql, clock, settings } = this.#ports
    const now = clock.now()
    const size = usersAtOnce(wanted)
    const isCancelled = !this.#isPreparing(run)
    for (const user of affectedUsers.slice(from, from + size)) {
      for (const row of newActions(wanted, user, { id: actor().id, now })) {
        insertAction(sql, { ...row, run }, { now, undoSeconds: 0 }, isCancelled)
      }
    }
    if (from + size < affectedUsers.length) return
    const actions = undatedActions(wanted)
    sql.run(
      'UPDATE runs SET starts = ?, undo = ? WHERE id = ? AND starts IS NULL',
      now + undoSecondsFor(actions, settings().undoSeconds) * 1000,
      actions.some(isDeletion) ? 1 : 0,
      run,
    )
  }

  /** Continues the cancelling that the last process did not finish. */
  async resumeCancelling(): Promise<void> {
    const { sql, log } = this.#ports
    try {
      const left = sql.all(
        `SELECT id FROM runs WHERE state = 'cancelled' AND EXISTS (
           SELECT 1 FROM actions WHERE run = runs.id AND state IN ${cancellableStates})`,
      )
      for (const { id } of left) await this.#cancelActions(Number(id))
    } catch (error) {
      log('A cancelled bulk run could not be cleared.', { error })
    }
  }

  close(): void {
    this.#isClosed = true
  }

  list(): BulkRun[] {
    return this.#ports.sql
      .all('SELECT * FROM runs ORDER BY id DESC')
      .map((row) => this.#toBulkRun(row))
  }

  get(run: number): BulkRun {
    return this.#toBulkRun(this.#row(run))
  }

  pause(run: number): BulkRun {
    return this.#change(run, () => this.#setState(run, 'paused', 'running'))
  }

  resume(run: number): BulkRun {
    const { sql, clock } = this.#ports
    return this.#change(run, () => {
      this.#setState(run, 'running', 'paused')
      // Whoever resumes it has missed nothing.
      sql.run('UPDATE runs SET undo = 0 WHERE id = ? AND starts <= ?', run, clock.now())
    })
  }

  /** Stops a run at once and cancels its actions that were not sent. */
  async cancel(run: number): Promise<BulkRun> {
    this.#row(run)
    await this.#cancel(run)
    return this.get(run)
  }

  /** Queues the refused actions again, and nothing else. */
  async retry(run: number): Promise<BulkRun> {
    const { sql, clock, settings, assertWritable, queueChanged } = this.#ports
    assertWritable()
    this.#row(run)
    const refused = sql.all(
      `SELECT id FROM actions WHERE run = ? AND state = 'refused' ORDER BY id`,
      run,
    )
    await retryAll(
      sql,
      refused.map(({ id }) => Number(id)),
      { now: clock.now(), undoSeconds: settings().undoSeconds },
    )
    queueChanged()
    return this.get(run)
  }

  reversal(run: number): Reversal {
    return reversalOf(this.#ports.sql, this.get(run))
  }

  /** The users whose actions were cancelled, also those of a run that was cancelled while it was being written. */
  async remaining(run: number): Promise<Remaining> {
    await this.#lastStart
    const { action, plan, undoes } = this.get(run)
    const rows = this.#ports.sql.all(
      `SELECT target FROM actions WHERE run = ? AND state = 'cancelled' GROUP BY target ORDER BY min(id)`,
      run,
    )
    return { action, plan, undoes, ids: rows.map(({ target }) => Number(target)) }
  }

  report(run: number, format: 'csv' | 'json'): Promise<TextFile[]> {
    return createReport(this.#ports.sql, this.get(run), format)
  }

  #sorted(wanted: BulkRequest) {
    const { account, actor, sql, people, clock } = this.#ports
    const found = people.resolve(account, wanted.selection)
    return selectUsers(sql, actor().id, wanted, found, clock.now())
  }

  async #cancel(run: number): Promise<void> {
    const { sql, clock, queueChanged } = this.#ports
    persist(() =>
      sql.run(
        `UPDATE runs SET state = 'cancelled', starts = coalesce(starts, ?) WHERE id = ?`,
        clock.now(),
        run,
      ),
    )
    await this.#cancelActions(run)
    queueChanged()
  }

  async #cancelActions(run: number): Promise<void> {
    const { sql, clock, queueChanged } = this.#ports
    while (!this.#isClosed && persist(() => cancelNextBatchOfRun(sql, run, clock.now()))) {
      queueChanged()
      await yieldToEventLoop()
    }
  }

  #isPreparing(run: number): boolean {
    return (
      this.#ports.sql.one('SELECT 1 FROM runs WHERE id = ? AND starts IS NULL', run) !== undefined
    )
  }

  #change(run: number, change: () => void): BulkRun {
    const { sql, queueChanged } = this.#ports
    this.#row(run)
    persist(() => sql.transaction(change))
    queueChanged()
    return this.get(run)
  }

  #setState(run: number, to: string, from: string): void {
    this.#ports.sql.run('UPDATE runs SET state = ? WHERE id = ? AND state = ?', to, run, from)
  }

  #row(run: number): SqlRow {
    const row = this.#ports.sql.one('SELECT * FROM runs WHERE id = ?', run)
    if (row) return row
    throw new FailureError({
      kind: 'not-found',
      message: message('queue.runGone'),
      hint: message('queue.runGoneHint'),
    })
  }

  #toBulkRun(row: SqlRow): BulkRun {
    const { sql, clock, waitingReason } = this.#ports
    const failure = this.#failed.get(Number(row['id']))
    return toBulkRun(
      sql,
      row,
      clock.now(),
      (isOpen) => failure ?? (isOpen ? waitingReason() : undefined),
    )
  }
}
