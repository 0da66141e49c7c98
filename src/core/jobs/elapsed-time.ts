import { createFailure } from '../platform/failures.ts'
import { isUnreachable } from '../../shared/rules/failure.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { JobItem } from './job-kind.ts'
import { lifetimeMs } from './job-store.ts'
import { nextSql, timedStatesSql, unsentStatesSql } from './schema.ts'

// How elapsed time affects an account's items and jobs of all kinds.

/** A longer wait indicates a wrong clock. */
const maxWaitMs = 60 * 60_000

/** Rows updated in one pass; the rest of a large job follows in the next pass. */
const updateBatchSize = 1_000

/** If a timer fires later than this, the computer was suspended or the clock was set forward. */
const maxLateMs = 5_000

/**
 * Applies elapsed time: items become ready once their undo period is over, and old ones expire. Deletions that nobody
 * could undo, because Latchkey was locked or offline, wait for consent. Returns whether anything changed.
 */
export function applyElapsedTime(sql: Sql, now: number, isAway: boolean): boolean {
  if (!isDue(sql, now)) return false
  const missed = holdMissedDeletions(sql, now, isAway ? now : now - maxLateMs)
  const exists = (condition: string) =>
    `id IN (SELECT id FROM items WHERE ${condition} LIMIT ${updateBatchSize})`
  const old = sql.run(
    `UPDATE items SET state = ${nextSql('expire')}, failure = iif(before IS NULL, ?, ?), finished = ?
     WHERE ${exists(`state IN ${unsentStatesSql} AND expires <= ?`)}`,
    JSON.stringify(createFailure('queue.expired')),
    JSON.stringify(createFailure('queue.expiredUnconfirmed')),
    now,
    now,
  )
  const clampedStarts = sql.run(
    `UPDATE items SET not_before = ? WHERE ${exists(`state IN ${timedStatesSql} AND not_before > ?`)}`,
    now,
    now + maxWaitMs,
  )
  sql.run('UPDATE jobs SET starts = ? WHERE starts > ?', now, now + maxWaitMs)
  sql.run(`UPDATE jobs SET undo = 0 WHERE undo = 1 AND state = 'running' AND starts <= ?`, now)
  // If the clock was set back, items queued earlier are treated as queued now.
  const clampedExpiries = sql.run(
    `UPDATE items SET expires = ? WHERE ${exists(`state IN ${unsentStatesSql} AND expires > ?`)}`,
    now + lifetimeMs,
    now + lifetimeMs,
  )
  const ready = sql.run(
    `UPDATE items SET state = ${nextSql('wake')} WHERE ${exists(`state IN ${timedStatesSql} AND state = 'undoable' AND not_before <= ?`)}`,
    now,
  )
  const due = wakeDue(sql, now)
  return (
    missed + old.changes + clampedStarts.changes + clampedExpiries.changes + ready.changes + due > 0
  )
}

/** Holds deletions if the first attempt failed, because it can be the first sign that GitLab is unreachable. */
export function holdUnreached(
  sql: Sql,
  { id, job, attempts }: JobItem,
  failure: UnformattedFailure,
): void {
  if (attempts > 0 || !isUnreachable(failure) || failure.kind === 'rate-limited') return
  if (job !== undefined) holdUnsentJob(sql, job)
  else holdDeletion(sql, id)
}

/** Holds a deletion for consent if its first attempt didn't reach GitLab. */
function holdDeletion(sql: Sql, id: number): void {
  sql.run(
    `UPDATE items SET state = ${nextSql('ask')}, failure = ? WHERE id = ? AND state = 'ready' AND irreversible = 2`,
    JSON.stringify(createFailure('queue.undoMissed')),
    id,
  )
}

/** Pauses a job with deletions unless some of its items were sent. */
function holdUnsentJob(sql: Sql, job: number): void {
  sql.run(
    `UPDATE jobs SET state = 'paused', undo = 2 WHERE id = ?1 AND state = 'running'
       AND EXISTS (SELECT 1 FROM items WHERE job = ?1 AND state = 'ready' AND irreversible = 2)
       AND NOT EXISTS (SELECT 1 FROM items WHERE job = ?1 AND state NOT IN ('scheduled', 'ready', 'cancelled'))`,
    job,
  )
}

/**
 * Holds deletions for consent, alone or with their job, if their undo period ended by `upTo` or is impossibly long.
 * Returns the number of changed rows.
 */
export function holdMissedDeletions(sql: Sql, now: number, upTo: number): number {
  const items = sql.run(
    `UPDATE items SET state = ${nextSql('ask')}, failure = ? WHERE id IN (
       SELECT id FROM items WHERE state IN ${timedStatesSql} AND state = 'undoable' AND irreversible = 2
         AND (not_before <= ? OR not_before > ?) LIMIT ${updateBatchSize})`,
    JSON.stringify(createFailure('queue.undoMissed')),
    upTo,
    now + maxWaitMs,
  )
  const jobs = sql.run(
    `UPDATE jobs SET state = 'paused', undo = 2 WHERE undo = 1 AND state = 'running' AND (starts <= ? OR starts > ?)`,
    upTo,
    now + maxWaitMs,
  )
  return items.changes + jobs.changes
}

/** Makes scheduled items ready once they are due. Deletions wait for consent, because nobody may be watching. */
function wakeDue(sql: Sql, now: number): number {
  const { changes } = sql.run(
    `UPDATE items SET state = iif(irreversible = 2, ${nextSql('ask')}, ${nextSql('wake')}),
       failure = iif(irreversible = 2, ?1, NULL), not_before = ?2, expires = ?2 + ${lifetimeMs}
     WHERE id IN (SELECT id FROM items WHERE state = 'scheduled' AND due <= ?2 LIMIT ${updateBatchSize})`,
    JSON.stringify(createFailure('queue.due')),
    now,
  )
  return changes
}

/** A cheap check before the updates: it runs often, and an update costs just as much if no rows match. */
function isDue(sql: Sql, now: number): boolean {
  const row = sql.one(
    `SELECT EXISTS (SELECT 1 FROM items WHERE state IN ${unsentStatesSql} AND expires <= ?1)
       OR EXISTS (SELECT 1 FROM items WHERE state IN ${unsentStatesSql} AND expires > ?1 + ${lifetimeMs})
       OR EXISTS (SELECT 1 FROM items WHERE state IN ${timedStatesSql} AND not_before > ?1 + ${maxWaitMs})
       OR EXISTS (SELECT 1 FROM items
         WHERE state IN ${timedStatesSql} AND state = 'undoable' AND not_before <= ?1)
       OR EXISTS (SELECT 1 FROM items WHERE state = 'scheduled' AND due <= ?1)
       OR EXISTS (SELECT 1 FROM jobs WHERE starts > ?1 + ${maxWaitMs})
       OR EXISTS (SELECT 1 FROM jobs WHERE undo = 1 AND state = 'running' AND starts <= ?1) AS due`,
    now,
  )
  return row?.['due'] === 1
}

/** When the next item or job changes, in milliseconds since 1970; undefined if nothing is scheduled. */
export function nextMoment(sql: Sql, now: number): number | undefined {
  const row = sql.one(
    `SELECT min(moment) AS moment FROM (
       SELECT min(not_before) AS moment FROM items
         WHERE state IN ${timedStatesSql} AND not_before > ?1
       UNION ALL SELECT min(due) FROM items WHERE state = 'scheduled' AND due > ?1
       UNION ALL SELECT min(starts) FROM jobs WHERE state = 'running' AND starts > ?1)`,
    now,
  )
  const moment = row?.['moment']
  return moment === null || moment === undefined ? undefined : Number(moment)
}
