import type { JobSummary } from '../../shared/operations/jobs.ts'
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

export function jobProgress({ state, starts }: Job, counts: QueueCounts): JobProgress {
  if (state === 'cancelled') return state
  if (starts === undefined) return 'preparing'
  return isOpen(counts) ? state : 'finished'
}

/** How many items of a job had nothing to send, as the user was as wanted already. */
export function countAlready(sql: Sql, job: number): number {
  const query = `SELECT count(*) AS count FROM items WHERE job = ? AND state = 'done' AND before IS NULL AND snapshot IS NULL`
  return Number(sql.one(query, job)!['count'])
}

/** How many users have canceled items in a job. */
export function countRemaining(sql: Sql, job: number): number {
  const query = `SELECT count(DISTINCT coalesce(target, -id)) AS count FROM items WHERE job = ? AND state = 'cancelled'`
  return Number(sql.one(query, job)!['count'])
}

/** How many items of a job were done, but not all of them, as of users of whom something can't be read. */
export function countIncomplete(sql: Sql, job: number): number {
  const query = `SELECT count(*) AS count FROM items WHERE job = ? AND state = 'done' AND after = 'incomplete'`
  return Number(sql.one(query, job)!['count'])
}

/** The first action of a job that waits for its date. */
export function nextDue(sql: Sql, job: number): JobSummary['due'] {
  return sql.one<NonNullable<JobSummary['due']>>(
    `SELECT action, due AS at FROM items WHERE job = ? AND state = 'scheduled' ORDER BY due LIMIT 1`,
    job,
  )
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

/** How many of the latest runs of a kind, and of the latest items that ended in them, are measured, and how few are too few. */
const measuredRuns = 20
const measuredItems = { most: 200, least: 5 }
/** Milliseconds between two finished items, above which it was paused or waited, or another run began. */
const longestGapMs = 60_000

/**
 * Finished items a second in the latest runs of a kind: the gaps between the latest of them, in the time that these gaps take. Gaps of
 * more than a minute don't count. Undefined where too few have finished.
 */
export function measureKindPace(sql: Sql, kind: string): number | undefined {
  const finished = sql
    .all<{ finished: number }>(
      `SELECT finished FROM items WHERE job IN (
         SELECT id FROM jobs WHERE kind = ? ORDER BY id DESC LIMIT ${measuredRuns}) AND state IN ('done', 'refused')
       ORDER BY finished DESC LIMIT ${measuredItems.most}`,
      kind,
    )
    .map((row) => row.finished)
  if (finished.length < measuredItems.least) return undefined
  const gaps = finished
    .slice(1)
    .map((moment, index) => finished[index]! - moment)
    .filter((gap) => gap <= longestGapMs)
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
  return seconds > 0 ? gaps.length / seconds : undefined
}
