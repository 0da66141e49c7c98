import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../../shared/app/directory.ts'
import type { BulkPreview, BulkRun, Reversal } from '../../../../shared/app/bulk.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../../infra/failure.ts'
import { type DirectoryUser, isIrreversible } from '../../../../shared/moderation.ts'
import {
  type PreviewPage,
  pageOfAffected,
  previewUsersOf,
  selectUsers,
  toBulkPreview,
} from './bulk-preview.ts'
import { createReport } from './bulk-report.ts'
import type { BulkPorts, BulkRequest, NewRun } from './ports.ts'
import { reversalOf } from './reversal.ts'
import { actionsOf, assertReason, newActions, usersAtOnce } from './run-actions.ts'
import { countUnusual, isLastAdministrator } from './unusual-users.ts'
import { toBulkRun } from './to-bulk-run.ts'
import { cancelNextBatchOfRun, retryAll } from '../changes.ts'
import { insertAction } from '../enqueue.ts'
import type { Owner } from '../owners.ts'
import { cancellableStates } from '../schema.ts'
import type { SqlRow } from '../../../infra/sqlite/sql.ts'
import { notSavedFailure, persist, queueError } from '../persist.ts'

const administrators: Selection = { kind: 'matching', filter: { admins: true }, except: [] }

/**
 * One action on many users: rows of the same queue under one number. Nothing here keeps the rest of the application waiting, however
 * many they are.
 */
export class Bulk {
  readonly #ports: BulkPorts
  /** Runs that could not be written to their end, with the reason. */
  readonly #failed = new Map<number, Failure>()
  /** The last run that was started, by owner: the next one must see the actions that it queued. */
  readonly #lastStart = new Map<number, Promise<unknown>>()
  #isClosed = false

  constructor(ports: BulkPorts) {
    this.#ports = ports
  }

  async preview(account: string, wanted: BulkRequest): Promise<BulkPreview> {
    const { owners, people, clock } = this.#ports
    const owner = owners.get(account)
    const users = await this.#sorted(owner, wanted)
    const actions = actionsOf(wanted)
    return toBulkPreview(users, previewUsersOf(people, account), {
      asOf: people.asOf(account),
      ...(wanted.plan && { stepCounts: users.stepCounts }),
      unusual: countUnusual(actions, users.affectedUsers, clock.now()),
      isLastAdministrator: isLastAdministrator(
        actions,
        users.affectedUsers,
        people.resolve(account, administrators),
        owner.actor.id,
      ),
    })
  }

  /** A page of the users of a preview. */
  async previewUsers(
    account: string,
    { kind, offset, limit, ...wanted }: BulkRequest & PreviewPage,
  ) {
    const { owners, people, clock } = this.#ports
    const users = await this.#sorted(owners.get(account), wanted)
    const toPreviewUser = previewUsersOf(people, account)
    return pageOfAffected(users, toPreviewUser, { kind, offset, limit }, clock.now())
  }

  /** Queues a run, which is `preparing` while its actions are being written. Throws where the preview is outdated. */
  async start(account: string, wanted: NewRun): Promise<BulkRun> {
    const owner = this.#ports.owners.getWritable(account)
    const last = this.#lastStart.get(owner.id) ?? Promise.resolve()
    const begun = last.then(() => this.#begin(owner, wanted))
    this.#lastStart.set(
      owner.id,
      begun.then(({ written }) => written).catch(() => undefined),
    )
    return this.get(account, (await begun).run)
  }

  async #begin(owner: Owner, wanted: NewRun): Promise<{ run: number; written: Promise<void> }> {
    assertReason(wanted)
    const { affectedUsers, stepCounts } = await this.#sorted(owner, wanted)
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
    const { sql, clock, queueChanged } = this.#ports
    const run = persist(() =>
      sql.transaction(() => {
        const { id } = sql.run(
          'INSERT INTO runs (owner, action, plan, reason, created, total) VALUES (?, ?, ?, ?, ?, ?)',
          owner.id,
          wanted.action ?? null,
          wanted.plan ? JSON.stringify(wanted.plan) : null,
          wanted.reason || null,
          clock.now(),
          stepCounts.reduce((sum, count) => sum + count, 0),
        )
        this.#insert(owner, id, wanted, affectedUsers, 0)
        return id
      }),
    )
    queueChanged(owner)
    return { run, written: this.#insertRest(owner, run, wanted, affectedUsers) }
  }

  /** Writes the actions after the first part. Never throws: a run that can't be written to its end is cancelled. */
  async #insertRest(
    owner: Owner,
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
  ): Promise<void> {
    const { sql, queueChanged, log } = this.#ports
    try {
      const size = usersAtOnce(wanted)
      for (let from = size; from < affectedUsers.length; from += size) {
        await yieldToEventLoop()
        if (this.#isClosed || !this.#isPreparing(run)) return
        sql.transaction(() => this.#insert(owner, run, wanted, affectedUsers, from))
        queueChanged(owner)
      }
    } catch (error) {
      this.#failed.set(run, notSavedFailure)
      log('A bulk run could not be written to the queue.', { error })
      await this.#cancel(owner, run).catch(() => undefined)
      queueChanged(owner)
    }
  }

  /** Inserts some actions of a run, as part of the open transaction; with the last of them the run may start. */
  #insert(
    owner: Owner,
    run: number,
    wanted: NewRun,
    affectedUsers: readonly DirectoryUser[],
    from: number,
  ): void {
    const { sql, clock, settings } = this.#ports
    const now = clock.now()
    const size = usersAtOnce(wanted)
    for (const user of affectedUsers.slice(from, from + size)) {
      for (const row of newActions(wanted, user, { id: owner.actor.id, now })) {
        insertAction(sql, owner, { ...row, run }, { now, undoMs: 0 })
      }
    }
    if (from + size < affectedUsers.length) return
    const undoMs = actionsOf(wanted).some(isIrreversible) ? 0 : settings().undoSeconds * 1000
    sql.run('UPDATE runs SET starts = ? WHERE id = ?', now + undoMs, run)
  }

  /** Continues the cancelling that the last process did not finish. */
  async resumeCancelling(): Promise<void> {
    const { sql, owners, log } = this.#ports
    try {
      for (const owner of owners.signedIn()) {
        const left = sql.all(
          `SELECT id FROM runs WHERE owner = ? AND state = 'cancelled' AND EXISTS (
             SELECT 1 FROM actions WHERE run = runs.id AND state IN ${cancellableStates})`,
          owner.id,
        )
        for (const { id } of left) await this.#cancelActions(owner, Number(id))
      }
    } catch (error) {
      log('A cancelled bulk run could not be cleared.', { error })
    }
  }

  close(): void {
    this.#isClosed = true
  }

  list(account: string): BulkRun[] {
    const owner = this.#ports.owners.get(account)
    return this.#ports.sql
      .all('SELECT * FROM runs WHERE owner = ? ORDER BY id DESC', owner.id)
      .map((row) => this.#toBulkRun(owner, row))
  }

  get(account: string, run: number): BulkRun {
    const owner = this.#ports.owners.get(account)
    return this.#toBulkRun(owner, this.#row(owner, run))
  }

  pause(account: string, run: number): BulkRun {
    return this.#change(account, run, ({ id }) => this.#setState(id, run, 'paused', 'running'))
  }

  resume(account: string, run: number): BulkRun {
    return this.#change(account, run, ({ id }) => this.#setState(id, run, 'running', 'paused'))
  }

  /** Stops a run at once and cancels its actions that were not sent. */
  async cancel(account: string, run: number): Promise<BulkRun> {
    const owner = this.#ports.owners.get(account)
    this.#row(owner, run)
    await this.#cancel(owner, run)
    return this.get(account, run)
  }

  /** Queues the refused actions again, and nothing else. */
  async retry(account: string, run: number): Promise<BulkRun> {
    const { sql, clock, owners, queueChanged } = this.#ports
    const owner = owners.getWritable(account)
    this.#row(owner, run)
    const refused = sql.all(
      `SELECT id FROM actions WHERE run = ? AND owner = ? AND state = 'refused' ORDER BY id`,
      run,
      owner.id,
    )
    await retryAll(
      sql,
      owner,
      refused.map(({ id }) => Number(id)),
      clock.now(),
    )
    queueChanged(owner)
    return this.get(account, run)
  }

  reversal(account: string, run: number): Reversal {
    return reversalOf(this.#ports.sql, this.#ports.owners.get(account).id, this.get(account, run))
  }

  report(
    account: string,
    run: number,
    format: 'csv' | 'json',
  ): Promise<{ filename: string; text: string }> {
    const owner = this.#ports.owners.get(account)
    return createReport(this.#ports.sql, owner.id, this.get(account, run), format)
  }

  #sorted(owner: Owner, wanted: BulkRequest) {
    const { sql, people, clock } = this.#ports
    const found = people.resolve(owner.account, wanted.selection)
    return selectUsers(sql, owner, wanted, found, clock.now())
  }

  async #cancel(owner: Owner, run: number): Promise<void> {
    const { sql, clock, queueChanged } = this.#ports
    persist(() =>
      sql.run(
        `UPDATE runs SET state = 'cancelled', starts = coalesce(starts, ?) WHERE id = ? AND owner = ?`,
        clock.now(),
        run,
        owner.id,
      ),
    )
    await this.#cancelActions(owner, run)
    queueChanged(owner)
  }

  async #cancelActions(owner: Owner, run: number): Promise<void> {
    const { sql, clock, queueChanged } = this.#ports
    while (!this.#isClosed && persist(() => cancelNextBatchOfRun(sql, owner, run, clock.now()))) {
      queueChanged(owner)
      await yieldToEventLoop()
    }
  }

  #isPreparing(run: number): boolean {
    return (
      this.#ports.sql.one('SELECT 1 FROM runs WHERE id = ? AND starts IS NULL', run) !== undefined
    )
  }

  #change(account: string, run: number, change: (owner: Owner) => void): BulkRun {
    const { sql, owners, queueChanged } = this.#ports
    const owner = owners.get(account)
    this.#row(owner, run)
    persist(() => sql.transaction(() => change(owner)))
    queueChanged(owner)
    return this.get(account, run)
  }

  #setState(owner: number, run: number, to: string, from: string): void {
    this.#ports.sql.run(
      'UPDATE runs SET state = ? WHERE id = ? AND owner = ? AND state = ?',
      to,
      run,
      owner,
      from,
    )
  }

  #row(owner: Owner, run: number): SqlRow {
    const row = this.#ports.sql.one('SELECT * FROM runs WHERE id = ? AND owner = ?', run, owner.id)
    if (row) return row
    throw new FailureError({
      kind: 'not-found',
      message: message('queue.runGone'),
      hint: message('queue.runGoneHint'),
    })
  }

  #toBulkRun(owner: Owner, row: SqlRow): BulkRun {
    const { sql, clock, waitingReason } = this.#ports
    const failure = this.#failed.get(Number(row['id']))
    return toBulkRun(
      sql,
      row,
      clock.now(),
      (isOpen) => failure ?? (isOpen ? waitingReason(owner) : undefined),
    )
  }
}
