import type { QueueCounts } from '../../shared/operations/queue.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Job } from './job-kind.ts'

/** How far a job is. */
export type JobProgress = 'preparing' | 'running' | 'paused' | 'finished' | 'cancelled'

/** Whether something of a job is still to be done without a decision. */
export function isOpen({
  scheduled = 0,
  undoable = 0,
  ready = 0,
  sending = 0,
  unknown = 0,
}: QueueCounts): boolean {
  return scheduled + undoable + ready + sending + unknown > 0
}

export function progressOf({ state, starts }: Job, counts: QueueCounts): JobProgress {
  if (state === 'cancelled') return state
  if (starts === undefined) return 'preparing'
  return isOpen(counts) ? state : 'finished'
}

/** Milliseconds over which the pace is measured. */
const paceMs = 10_000

/** Finished items a second. */
export function measurePace(sql: Sql, { id, starts }: Job, now: number): number {
  // Nothing was sent before it started.
  const since = Math.max(now - paceMs, starts ?? now)
  const { count } = sql.one(
    `SELECT count(*) AS count FROM items WHERE job = ? AND state IN ('done', 'refused') AND finished > ?`,
    id,
    since,
  )!
  return Number(count) / Math.max(1, (now - since) / 1000)
}
