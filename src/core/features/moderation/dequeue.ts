import { isIrreversible, queueActions } from '../../../shared/moderation.ts'
import { dueFailure, expiredFailure, expiredUnconfirmedFailure } from './failures.ts'
import { lifetimeMs } from './enqueue.ts'
import { type ActionRow, toActionRow } from './rows.ts'
import { openStates, timedStates, unsentStates, waitingStates } from './schema.ts'
import type { Sql, SqlRow } from '../../infra/sqlite/sql.ts'

/** A longer wait was written by a clock that was wrong. */
const maxWaitMs = 60 * 60_000

/** Rows that are updated at once; a run may have more, which follow the next time. */
const updatedAtOnce = 1_000

/** Applies the time that has passed: actions that can no longer be undone become ready, old ones expire. Returns whether any changed. */
export function applyElapsedTime(sql: Sql, now: number): boolean {
  if (!isDue(sql, now)) return false
  const some = (condition: string) =>
    `id IN (SELECT id FROM actions WHERE ${condition} LIMIT ${updatedAtOnce})`
  const old = sql.run(
    `UPDATE actions SET state = 'expired', failure = iif(before IS NULL, ?, ?), finished = ?
     WHERE ${some(`state IN ${unsentStates} AND expires <= ?`)}`,
    JSON.stringify(expiredFailure),
    JSON.stringify(expiredUnconfirmedFailure),
    now,
    now,
  )
  const misdated = sql.run(
    `UPDATE actions SET not_before = ? WHERE ${some(`state IN ${timedStates} AND not_before > ?`)}`,
    now,
    now + maxWaitMs,
  )
  sql.run('UPDATE runs SET starts = ? WHERE starts > ?', now, now + maxWaitMs)
  // Where the clock was set back, actions from before count as queued now.
  const postdated = sql.run(
    `UPDATE actions SET expires = ? WHERE ${some(`state IN ${unsentStates} AND expires > ?`)}`,
    now + lifetimeMs,
    now + lifetimeMs,
  )
  const ready = sql.run(
    `UPDATE actions SET state = 'ready' WHERE ${some(`state IN ${timedStates} AND state = 'undoable' AND not_before <= ?`)}`,
    now,
  )
  const due = wakeDue(sql, now)
  return old.changes + misdated.changes + postdated.changes + ready.changes + due > 0
}

const irreversible = `(${queueActions
  .filter(isIrreversible)
  .map((action) => `'${action}'`)
  .join(', ')})`

/** Actions whose date has come become ready. Those that can't be undone need a person first, who may be away now. */
function wakeDue(sql: Sql, now: number): number {
  const { changes } = sql.run(
    `UPDATE actions SET state = iif(action IN ${irreversible}, 'conflict', 'ready'),
       failure = iif(action IN ${irreversible}, ?1, NULL), not_before = ?2, expires = ?2 + ${lifetimeMs}
     WHERE id IN (SELECT id FROM actions WHERE state = 'scheduled' AND due <= ?2 LIMIT ${updatedAtOnce})`,
    JSON.stringify(dueFailure),
    now,
  )
  return changes
}

/** Checked first, because it is called often, and an update without changes costs as much as one with changes. */
function isDue(sql: Sql, now: number): boolean {
  const row = sql.one(
    `SELECT EXISTS (SELECT 1 FROM actions WHERE state IN ${unsentStates} AND expires <= ?1)
       OR EXISTS (SELECT 1 FROM actions WHERE state IN ${unsentStates} AND expires > ?1 + ${lifetimeMs})
       OR EXISTS (SELECT 1 FROM actions WHERE state IN ${timedStates} AND not_before > ?1 + ${maxWaitMs})
       OR EXISTS (SELECT 1 FROM actions
         WHERE state IN ${timedStates} AND state = 'undoable' AND not_before <= ?1)
       OR EXISTS (SELECT 1 FROM actions WHERE state = 'scheduled' AND due <= ?1)
       OR EXISTS (SELECT 1 FROM runs WHERE starts > ?1 + ${maxWaitMs}) AS due`,
    now,
  )
  return row?.['due'] === 1
}

// The actions on each user one after the other, in their order.
const dequeuable = `state IN ${waitingStates} AND not_before <= ? AND NOT EXISTS (
  SELECT 1 FROM actions AS earlier WHERE earlier.target = actions.target
    AND earlier.position < actions.position AND earlier.state IN ${openStates})`

// The outcome of an action is found out even where its run was stopped.
const ofActiveRun = `(actions.state = 'unknown'
  OR EXISTS (SELECT 1 FROM runs WHERE runs.id = actions.run AND runs.state = 'running' AND runs.starts <= ?))`

/** What the sender knows about rows, and the time in milliseconds since 1970. */
interface DequeueContext {
  isInFlight(row: ActionRow): boolean
  /** How often it failed recently. */
  failureCount(row: ActionRow): number
  now: number
}

/** The next actions to start: single ones before those of runs, those that failed less often recently first. */
export function dequeue(
  sql: Sql,
  count: number,
  { isInFlight, failureCount, now }: DequeueContext,
): ActionRow[] {
  const found: ActionRow[] = []
  const window = count + maxInFlight
  const addFrom = (rows: SqlRow[]) => {
    const free = rows.map(toActionRow).filter((row) => !isInFlight(row))
    free.sort((a, b) => failureCount(a) - failureCount(b) || a.position - b.position)
    found.push(...free.slice(0, count - found.length))
  }
  addFrom(
    sql.all(
      `SELECT * FROM actions WHERE run IS NULL AND ${dequeuable} ORDER BY position LIMIT ?`,
      now,
      window,
    ),
  )
  if (found.length === count) return found
  for (const { id } of activeRuns(sql, now)) {
    addFrom(
      sql.all(
        `SELECT * FROM actions WHERE run = ? AND ${ofActiveRun} AND ${dequeuable} ORDER BY position LIMIT ?`,
        id!,
        now,
        now,
        window,
      ),
    )
    if (found.length === count) break
  }
  return found
}

/** The most actions that can be in flight, and are therefore skipped. */
const maxInFlight = 32

/** When time changes something next, in milliseconds since 1970; undefined where nothing is due. */
export function nextMoment(sql: Sql, now: number): number | undefined {
  const row = sql.one(
    `SELECT min(moment) AS moment FROM (
       SELECT min(not_before) AS moment FROM actions
         WHERE state IN ${timedStates} AND not_before > ?1
       UNION ALL SELECT min(due) FROM actions WHERE state = 'scheduled' AND due > ?1
       UNION ALL SELECT min(starts) FROM runs WHERE state = 'running' AND starts > ?1)`,
    now,
  )
  const moment = row?.['moment']
  return moment === null || moment === undefined ? undefined : Number(moment)
}

function activeRuns(sql: Sql, now: number) {
  return sql.all(
    `SELECT id FROM runs WHERE EXISTS (
       SELECT 1 FROM actions WHERE run = runs.id AND state IN ${waitingStates} AND ${ofActiveRun})
     ORDER BY id`,
    now,
  )
}
