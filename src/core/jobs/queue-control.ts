import type { HoldCause, HoldReason } from '../../shared/operations/queue.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import { JobStore } from './job-store.ts'
import { heldStatesSql } from './schema.ts'

// What stops an account's items and jobs of all kinds together.

/** Whether all kinds are paused. */
export function isPaused(sql: Sql): boolean {
  return sql.one('SELECT 1 FROM queues WHERE paused = 1') !== undefined
}

export function setPaused(sql: Sql, isPaused: boolean): void {
  sql.run('UPDATE queues SET paused = ?', isPaused ? 1 : 0)
}

const isAnyWaiting = `EXISTS (SELECT 1 FROM items WHERE items.kind = queues.kind AND job IS NULL AND state IN ${heldStatesSql})`

/**
 * Holds waiting items until they are released: single items together, jobs individually. Returns whether any items were held.
 */
export function hold(sql: Sql, reason: HoldReason, cause?: HoldCause): boolean {
  const single = sql.run(
    `UPDATE queues SET hold = ?, hold_cause = ? WHERE hold IS NULL AND ${isAnyWaiting}`,
    reason,
    cause ?? null,
  )
  const jobs = sql.run(
    `UPDATE jobs SET state = 'paused', hold = ?, hold_cause = ? WHERE state = 'running'
       AND EXISTS (SELECT 1 FROM items WHERE job = jobs.id AND state IN ${heldStatesSql})`,
    reason,
    cause ?? null,
  )
  return single.changes + jobs.changes > 0
}

/** Drops holds that no items wait for, so they don't apply to new ones. */
export function dropUnusedHolds(sql: Sql): void {
  sql.run(
    `UPDATE queues SET hold = NULL, hold_cause = NULL WHERE hold IS NOT NULL AND NOT ${isAnyWaiting}`,
  )
}

/** Releases all holds, in the open transaction. */
export function release(sql: Sql, now: number): void {
  sql.run('UPDATE queues SET hold = NULL, hold_cause = NULL')
  const jobs = sql.all<{ id: number; kind: string }>(
    'SELECT id, kind FROM jobs WHERE hold IS NOT NULL',
  )
  for (const { id, kind } of jobs) new JobStore(sql, kind).resumeJob(id, now)
}
