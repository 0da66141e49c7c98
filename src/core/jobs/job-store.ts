import { createFailureError } from '../platform/failures.ts'
import type { DueDate } from '../../shared/operations/plans.ts'
import type { QueueCounts } from '../../shared/operations/queue.ts'
import { type QueueState, queueStates } from '../../shared/rules/item-states.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import { jsonSql, nextIdSql } from '../platform/sqlite/stored-row.ts'
import { jobPrecedence } from './dequeue.ts'
import type { Job, JobItem } from './job-kind.ts'
import { toJob, toJobItem } from './job-rows.ts'
import {
  canSql,
  finishedStatesSql,
  heldStatesSql,
  nextPositionSql,
  nextSql,
  openStatesSql,
  unsentStatesSql,
  waitingStatesSql,
} from './schema.ts'

/** How long (ms) until an item expires, unless its kind doesn't expire. */
export const lifetimeMs = 7 * 24 * 60 * 60_000
/** Items changed per transaction; more would block other work. */
export const changeBatchSize = 1_000
/** How long (ms) finished items are listed; the audit log keeps them forever. */
export const retentionMs = 90 * 24 * 60 * 60_000

/** A list's filters. */
export interface ItemFilter {
  states?: readonly QueueState[]
  job?: number
  target?: number
  /** For done items: whether a request was sent, or the user was already in the target state. */
  isSent?: boolean
}

export interface JobPage {
  offset: number
  limit: number
  order?: keyof typeof sortOrders
}

/**
 * How long (ms) after a job's date an item is due, if other items wait for the date. An edited file may contain anything.
 */
const delaySql = `iif(EXISTS (
    SELECT 1 FROM items AS dated WHERE dated.job = items.job AND dated.target = items.target
      AND dated.state = 'scheduled' AND ${jsonSql('dated.parameters', '$.afterDays')} IS NULL),
  min(90, max(0, CAST(coalesce(${jsonSql('items.parameters', '$.afterDays')}, 0) AS INTEGER))) * ${24 * 60 * 60_000}, 0)`

/** A list's sort orders. */
const sortOrders = {
  oldest: 'id',
  newest: 'id DESC',
  /** In-progress items first, then pending ones in sending order, except that jobs take turns. */
  turn: `state IN ${unsentStatesSql}, job IS NOT NULL, ${jobPrecedence}, job, position`,
  /** Earliest due date first. */
  due: 'due, id',
} as const

/** A new queue item. */
export interface NewItem extends Pick<
  JobItem,
  'job' | 'step' | 'action' | 'target' | 'expectedState' | 'reason' | 'note' | 'parameters'
> {
  /** Items in the same lane are sent one at a time. */
  lane?: number
  /** Whether it can't be reversed, or is a deletion. */
  irreversible?: 'yes' | 'deletion'
  /** Not sent before this date. */
  due?: DueDate
  /** How long (ms) it can be undone. */
  undoMs?: number
  /** Never expires if absent. */
  lifetimeMs?: number
  /** The initial state, if not `ready`. */
  state?: 'unknown' | 'cancelled'
}

/** A new job. It has one item per user unless `users` is given. */
type NewJob = Pick<Job, 'parameters' | 'actor' | 'reason' | 'created' | 'total' | 'starts'> & {
  users?: number
}

/**
 * The jobs and items of one kind in an account's database. Changes are on disk when a method returns, or when the open
 * transaction commits.
 */
export class JobStore<Item extends JobItem = JobItem> {
  readonly sql: Sql
  readonly kind: string

  constructor(sql: Sql, kind: string) {
    this.sql = sql
    this.kind = kind
  }

  // Items

  /** Throws if there is no item with this ID. */
  get(id: number): Item {
    const row = this.sql.one('SELECT * FROM items WHERE id = ? AND kind = ?', id, this.kind)
    if (row) return toJobItem(row) as Item
    throw createFailureError('queue.actionGone')
  }

  /** One page of items, and the total number. */
  list(
    filter: ItemFilter,
    { offset, limit, order = 'newest' }: JobPage,
  ): { items: Item[]; total: number } {
    const { where, values } = this.#whereOf(filter)
    const page = this.sql.all(
      `SELECT * FROM items ${where} ORDER BY ${sortOrders[order]} LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    )
    const count = this.sql.one(`SELECT count(*) AS count FROM items ${where}`, ...values)!
    return { items: page.map((row) => toJobItem(row) as Item), total: Number(count['count']) }
  }

  #whereOf({ states, job, target, isSent }: ItemFilter) {
    const conditions = ['kind = ?']
    const values: (number | string)[] = [this.kind]
    if (states) conditions.push(`state IN (${states.map(() => '?').join(', ')})`)
    values.push(...(states ?? []))
    for (const [column, value] of Object.entries({ job, target })) {
      if (value === undefined) continue
      conditions.push(`${column} = ?`)
      values.push(value)
    }
    if (isSent !== undefined) conditions.push(`before IS ${isSent ? 'NOT NULL' : 'NULL'}`)
    return { where: `WHERE ${conditions.join(' AND ')}`, values }
  }

  /** A job's items in batches, in queue order. */
  *pages(job: number, size = 500): Iterable<Item[]> {
    for (let after = 0; ;) {
      const rows = this.sql
        .all(`SELECT * FROM items WHERE job = ? AND id > ? ORDER BY id LIMIT ${size}`, job, after)
        .map((row) => toJobItem(row) as Item)
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)!.id
    }
  }

  /** Number of items in each state, for a job or the whole kind. */
  countByState(job?: number): QueueCounts {
    const counts = Object.fromEntries(queueStates.map((state) => [state, 0])) as QueueCounts
    const rows = this.sql.all(
      `SELECT state, count(*) AS count FROM items WHERE ${job === undefined ? 'kind' : 'job'} = ? GROUP BY state`,
      job ?? this.kind,
    )
    for (const { state, count } of rows) counts[state as QueueState] = Number(count)
    return counts
  }

  /** A lane's open items, in queue order. */
  openIn(lane: number): Item[] {
    return this.sql
      .all(
        `SELECT * FROM items WHERE lane = ? AND state IN ${openStatesSql} ORDER BY position`,
        lane,
      )
      .map((row) => toJobItem(row) as Item)
  }

  /** Inserts an item in the open transaction; returns its ID. */
  insert(item: NewItem, now: number): number {
    const { action, target, expectedState, job, step, parameters, due, reason, note } = item
    const { lane, irreversible, undoMs = 0, lifetimeMs } = item
    const isLater = due !== undefined && due.at > now
    const state = item.state ?? (isLater ? 'scheduled' : undoMs > 0 ? 'undoable' : 'ready')
    return this.sql.run(
      `INSERT INTO items (id, kind, job, step, action, irreversible, parameters, lane, target, username, name, target_state,
         expected_state, reason, note, state, created, due, zone, not_before, expires, finished, position)
       VALUES (${nextIdSql('items')}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
         ${nextPositionSql})`,
      this.kind,
      job ?? null,
      step ?? null,
      action,
      irreversible === undefined ? 0 : irreversible === 'yes' ? 1 : 2,
      parameters ? JSON.stringify(parameters) : null,
      lane ?? null,
      target.id ?? null,
      target.username,
      target.name,
      target.state ?? null,
      expectedState ?? null,
      reason || null,
      note ? 1 : 0,
      state,
      now,
      due?.at ?? null,
      due?.zone ?? null,
      now + undoMs,
      lifetimeMs === undefined ? null : now + lifetimeMs,
      state === 'cancelled' ? now : null,
    ).id
  }

  /** Cancels unsent items, scheduled items and conflicts. Returns their users. */
  cancel(ids: readonly number[], now: number): number[] {
    return this.eachOf(ids, (id) =>
      this.sql.one(
        `UPDATE items SET state = ${nextSql('cancel')}, finished = ?
         WHERE id = ? AND kind = ? AND ${canSql('cancel')} RETURNING target`,
        now,
        id,
        this.kind,
      ),
    )
  }

  /** Cancels an item after a decision about it, in the open transaction. */
  drop(id: number, now: number): void {
    this.sql.run(
      `UPDATE items SET state = ${nextSql('drop')}, finished = ? WHERE id = ? AND ${canSql('drop')}`,
      now,
      id,
    )
  }

  /** Makes all unsent items ready immediately. Returns their users. */
  sendAllNow(now: number): number[] {
    return this.sql.transaction(() => {
      this.sql.run(
        'UPDATE jobs SET starts = ?1, undo = 0 WHERE kind = ?2 AND starts > ?1',
        now,
        this.kind,
      )
      const rows = this.sql.all(
        `UPDATE items SET state = ${nextSql('wake')}, not_before = min(not_before, ?1)
         WHERE kind = ?2 AND state IN ${unsentStatesSql} AND (state = 'undoable' OR not_before > ?1) RETURNING target`,
        now,
        this.kind,
      )
      return rows.map(({ target }) => Number(target))
    })
  }

  /** Makes items ready that can still be undone or wait for a retry. Returns their users. */
  sendNow(ids: readonly number[], now: number): number[] {
    return this.eachOf(ids, (id) =>
      this.sql.one(
        `UPDATE items SET state = iif(state = 'undoable', ${nextSql('wake')}, state), not_before = min(not_before, ?)
         WHERE id = ? AND kind = ? AND state IN ('undoable', 'ready', 'unknown') RETURNING target`,
        now,
        id,
        this.kind,
      ),
    )
  }

  /** Sets how long an item can still be undone. Does nothing once that time is over. */
  postpone(id: number, until: number): Item {
    this.sql.run(`UPDATE items SET not_before = ? WHERE id = ? AND state = 'undoable'`, until, id)
    return this.get(id)
  }

  /**
   * Changes the date of a job's scheduled items: all of them, or those of one item's user. Returns how many there were.
   */
  reschedule(job: number, { at, zone }: DueDate, item?: number): number {
    return this.sql.transaction(() => {
      const { changes } = this.sql.run(
        `UPDATE items SET due = ?1 + ${delaySql}, zone = ?2 WHERE kind = ?3 AND job = ?4 AND state = 'scheduled'
           AND (?5 IS NULL OR id = ?5 OR target = (SELECT target FROM items AS chosen WHERE chosen.id = ?5))`,
        at,
        zone,
        this.kind,
        job,
        item ?? null,
      )
      // A run for the remaining users starts from the plan.
      if (item === undefined) {
        this.sql.run(
          `UPDATE jobs SET parameters = json_replace(parameters, '$.plan.due', json(?))
           WHERE id = ? AND json_valid(parameters)`,
          JSON.stringify({ at, zone }),
          job,
        )
      }
      return changes
    })
  }

  /** Requeues a finished item at the end; `columns` are additional changes. An item accepted by GitLab is only verified. */
  requeue(
    id: number,
    now: number,
    columns: Readonly<Record<string, string | null>>,
    undoMs = 0,
  ): void {
    const changes = Object.keys(columns).map((column) => `${column} = ?, `)
    this.sql.run(
      `UPDATE items SET ${changes.join('')} created = ?, expires = iif(expires IS NULL, NULL, ? + ${lifetimeMs}),
         state = CASE WHEN accepted = 1 THEN 'unknown' WHEN due > ? THEN 'scheduled' WHEN ? > 0 THEN 'undoable' ELSE 'ready' END,
         not_before = ? + iif(accepted = 1, 0, ?), attempts = 0, checks = 0, before = iif(accepted = 1, before, NULL),
         snapshot = iif(accepted = 1, snapshot, NULL), after = NULL, username_now = NULL, failure = NULL, finished = NULL,
         position = ${nextPositionSql}
       WHERE id = ?`,
      ...Object.values(columns),
      now,
      now,
      now,
      undoMs,
      now,
      undoMs,
      id,
    )
  }

  /** Applies a change to each item in one transaction. Returns their users. */
  eachOf(
    ids: readonly number[],
    change: (id: number) => Record<string, unknown> | undefined,
  ): number[] {
    return this.sql.transaction(() =>
      ids.flatMap((id) => {
        const row = change(id)
        return row ? [Number(row['target'])] : []
      }),
    )
  }

  /** Retries all waiting items immediately. */
  retryNow(now: number, job?: number): void {
    this.sql.run(
      `UPDATE items SET not_before = ?1
       WHERE kind = ?2 AND (?3 IS NULL OR job = ?3) AND state IN ${waitingStatesSql} AND not_before > ?1`,
      now,
      this.kind,
      job ?? null,
    )
  }

  /**
   * Deletes items that finished long ago; a job's items are only deleted together to keep its totals correct. Keeps
   * open and unknown items and conflicts regardless of age. Returns the number of deleted items.
   */
  prune(now: number, keptMs = retentionMs): number {
    const ofKind = [this.kind] as const
    return this.sql.transaction(() => {
      // Guards against a clock set far ahead: its time only counts once an item has been queued after it.
      const newest = Number(
        this.sql.one('SELECT max(created) AS at FROM items WHERE kind = ?', ...ofKind)!['at'] ??
          now,
      )
      const { changes } = this.sql.run(
        `DELETE FROM items WHERE kind = ?2 AND state IN ${finishedStatesSql} AND finished < ?1 AND (job IS NULL OR job NOT IN (
           SELECT job FROM items WHERE job IS NOT NULL AND (state NOT IN ${finishedStatesSql} OR finished >= ?1)))`,
        Math.min(now, newest) - keptMs,
        ...ofKind,
      )
      this.sql.run(
        'DELETE FROM jobs WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM items WHERE items.job = jobs.id)',
        ...ofKind,
      )
      return changes
    })
  }

  // Jobs

  /** Inserts a job in the open transaction; returns its ID. */
  insertJob({ parameters, actor, reason, created, total, users = total, starts }: NewJob): number {
    return this.sql.run(
      `INSERT INTO jobs (id, kind, parameters, actor, reason, created, total, users, starts)
       VALUES (${nextIdSql('jobs')}, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.kind,
      parameters === undefined ? null : JSON.stringify(parameters),
      actor,
      reason || null,
      created,
      total,
      users,
      starts ?? null,
    ).id
  }

  /** Throws if there is none. */
  job(id: number): Job {
    const row = this.sql.one('SELECT * FROM jobs WHERE id = ? AND kind = ?', id, this.kind)
    if (row) return toJob(row)
    throw createFailureError('queue.runGone')
  }

  /** Newest first. */
  jobs(): Job[] {
    return this.sql.all('SELECT * FROM jobs WHERE kind = ? ORDER BY id DESC', this.kind).map(toJob)
  }

  isPreparing(job: number): boolean {
    return this.sql.one('SELECT 1 FROM jobs WHERE id = ? AND starts IS NULL', job) !== undefined
  }

  /** Starts a job once all its items are written, unless it was canceled. */
  startJob(job: number, starts: number, hasDeletions: boolean): void {
    this.sql.run(
      'UPDATE jobs SET starts = ?, undo = ? WHERE id = ? AND starts IS NULL',
      starts,
      hasDeletions ? 1 : 0,
      job,
    )
  }

  /** Adds users that were found while the job runs. */
  addUsers(job: number, count: number): void {
    this.sql.run('UPDATE jobs SET total = total + ?1, users = users + ?1 WHERE id = ?2', count, job)
  }

  pauseJob(job: number): void {
    this.sql.run(`UPDATE jobs SET state = 'paused' WHERE id = ? AND state = 'running'`, job)
  }

  resumeJob(job: number, now: number): void {
    this.sql.run(
      `UPDATE jobs SET state = 'running', hold = NULL, hold_cause = NULL, resumed_after = coalesce(refusal, resumed_after),
         refusal = NULL
       WHERE id = ? AND state = 'paused'`,
      job,
    )
    // A user who resumes a job has seen its deletions.
    this.sql.run('UPDATE jobs SET undo = 0 WHERE id = ? AND starts <= ?', job, now)
    this.retryNow(now, job)
  }

  /** Stops a job immediately; `cancelNextOf` cancels its items. */
  stopJob(job: number, now: number): void {
    this.sql.run(
      `UPDATE jobs SET state = 'cancelled', hold = NULL, hold_cause = NULL, refusal = NULL, starts = coalesce(starts, ?) WHERE id = ?`,
      now,
      job,
    )
  }

  /** Requeues a job's finished items: all of them, or those of these users and with these IDs. */
  restartItems(
    job: number,
    now: number,
    only?: { users: readonly number[]; ids: readonly number[] },
  ): void {
    this.sql.run(
      `UPDATE items SET state = ${nextSql('restart')}, not_before = ?1, attempts = 0, checks = 0, after = NULL, failure = NULL, finished = NULL
       WHERE job = ?2 AND ${canSql('restart')} AND (?3 IS NULL OR target IN (SELECT value FROM json_each(?3)) OR id IN (SELECT value FROM json_each(?4)))`,
      now,
      job,
      only ? JSON.stringify(only.users) : null,
      JSON.stringify(only?.ids ?? []),
    )
  }

  setParameters(job: number, parameters: unknown): void {
    this.sql.run(
      'UPDATE jobs SET parameters = ? WHERE id = ? AND kind = ?',
      JSON.stringify(parameters),
      job,
      this.kind,
    )
  }

  /** Resumes a canceled job for requeued items. Cancels its remaining items first. */
  reopenJob(job: number, now: number): void {
    const { changes } = this.sql.run(
      `UPDATE jobs SET state = 'running' WHERE id = ? AND state = 'cancelled'`,
      job,
    )
    if (changes === 0) return
    this.sql.run(
      `UPDATE items SET state = ${nextSql('cancel')}, finished = ? WHERE job = ? AND ${canSql('cancel')}`,
      now,
      job,
    )
  }

  /** Continues an ended job for requeued items. A job that was paused before it ended stays paused. */
  continueJob(job: number, now: number): void {
    const { state } = this.job(job)
    if (state === 'running' || (state === 'paused' && this.#isAnyHeld(job))) return
    this.reopenJob(job, now)
    this.resumeJob(job, now)
  }

  #isAnyHeld(job: number): boolean {
    const query = `SELECT 1 FROM items WHERE job = ? AND state IN ${heldStatesSql} LIMIT 1`
    return this.sql.one(query, job) !== undefined
  }

  removeJob(job: number): void {
    this.sql.run('DELETE FROM jobs WHERE id = ? AND kind = ?', job, this.kind)
  }

  // The whole kind

  /** Whether the database replaced a damaged one; true only on the first call. */
  takeReplaced(): boolean {
    const { changes } = this.sql.run(
      'UPDATE queues SET replaced = 0 WHERE kind = ? AND replaced = 1',
      this.kind,
    )
    return changes > 0
  }
}
