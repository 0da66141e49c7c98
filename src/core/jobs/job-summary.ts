import type { JobSummary } from '../../shared/operations/jobs.ts'
import type { QueueCounts } from '../../shared/operations/queue.ts'
import { countInStates, unfinishedStates } from '../../shared/rules/item-states.ts'
import { queueActions } from '../../shared/rules/moderation.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Job } from './job-kind.ts'

/** The phase of a job. */
export type JobProgress = 'preparing' | 'running' | 'paused' | 'finished' | 'cancelled'

/** Whether a job has unfinished items that don't need a decision. */
export function isOpen(counts: QueueCounts): boolean {
  return countInStates(counts, unfinishedStates) > 0
}

export function jobProgress({ state, starts }: Job, counts: QueueCounts): JobProgress {
  if (state === 'cancelled') return state
  if (starts === undefined) return 'preparing'
  return isOpen(counts) ? state : 'finished'
}

/** When the first request of a job was sent, its last one was answered, and its last item ended, or of one of its users. */
export function jobTimes(sql: Sql, job: number, user?: number) {
  const { first, last, ended } = sql.one<Record<'first' | 'last' | 'ended', number | null>>(
    `SELECT min(first_request) AS first, max(last_answer) AS last, max(finished) AS ended
     FROM items WHERE job = ?1 AND (?2 IS NULL OR target = ?2)`,
    job,
    user ?? null,
  )!
  return {
    firstRequest: first ?? undefined,
    lastAnswer: last ?? undefined,
    ended: ended ?? undefined,
  }
}

/** Number of done items that sent nothing because the user was already in the target state. */
export function countAlready(sql: Sql, job: number): number {
  const query = `SELECT count(*) AS count FROM items WHERE job = ? AND state = 'done' AND before IS NULL AND snapshot IS NULL`
  return Number(sql.one(query, job)!['count'])
}

/** Number of users with canceled items in a job. */
export function countRemaining(sql: Sql, job: number): number {
  const query = `SELECT count(DISTINCT coalesce(target, -id)) AS count FROM items WHERE job = ? AND state = 'cancelled'`
  return Number(sql.one(query, job)!['count'])
}

/** Number of items that are incomplete because some of the user's data couldn't be read. */
export function countIncomplete(sql: Sql, job: number): number {
  const query = `SELECT count(*) AS count FROM items WHERE job = ? AND state = 'done' AND after = 'incomplete'`
  return Number(sql.one(query, job)!['count'])
}

/** The first scheduled action of a job. */
export function nextDue(sql: Sql, job: number): JobSummary['due'] {
  const first = sql.one<{ action: string; at: number }>(
    `SELECT action, due AS at FROM items WHERE job = ? AND state = 'scheduled' ORDER BY due, id LIMIT 1`,
    job,
  )
  if (!first) return undefined
  const action = queueActions.find((name) => name === first.action)
  return { ...(action && { action }), at: first.at }
}

/** The window (ms) that the pace is measured over. */
const paceMs = 10_000
/** With fewer finished items, a pace is measured over at least half the window. */
const paceItems = 5

/** Finished items per second; 0 while too few have finished to tell. */
export function measurePace(
  sql: Sql,
  { id, starts }: Pick<Job, 'id' | 'starts'>,
  now: number,
): number {
  // Nothing was sent before the job started.
  const since = Math.max(now - paceMs, starts ?? now)
  const { count, first } = sql.one<{ count: number; first: number | null }>(
    `SELECT count(*) AS count, min(finished) AS first FROM items
     WHERE job = ? AND state IN ('done', 'refused') AND finished > ?`,
    id,
    since,
  )!
  // A pause that ended a moment ago isn't part of the pace.
  const seconds = (now - (first ?? now)) / 1000
  return count < paceItems && seconds < paceMs / 2000 ? 0 : count / Math.max(1, seconds)
}

/** How many recent jobs and finished items are measured per kind, and how many items a pace requires. */
const measuredRuns = 20
const measuredItems = { most: 200, least: 5 }
/** A longer gap (ms) between two finished items means a pause, a wait, or another job. */
const longestGapMs = 60_000

/**
 * Finished items per second in the latest jobs of a kind. Gaps of more than a minute are ignored. Undefined if too few
 * items have finished.
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
