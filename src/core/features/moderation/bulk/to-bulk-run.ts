import type { RunPlan } from '../../../../shared/app/plans.ts'
import type { BulkRun } from '../../../../shared/app/bulk.ts'
import type { ModerationAction } from '../../../../shared/moderation.ts'
import { type Failure, formatFailure } from '../../../infra/failure.ts'
import type { Sql, SqlRow } from '../../../infra/sqlite/sql.ts'
import { countByState } from '../rows.ts'

/** Milliseconds over which the pace is measured. */
const paceMs = 10_000

/** A row of `runs` as it leaves core; `waitingReason` says why nothing of it is sent now. */
export function toBulkRun(
  sql: Sql,
  row: SqlRow,
  now: number,
  waitingReason: (isOpen: boolean) => Failure | undefined,
): BulkRun {
  const id = Number(row['id'])
  const counts = countByState(sql, id)
  const { scheduled = 0, undoable = 0, ready = 0, sending = 0, unknown = 0 } = counts
  const isOpen = scheduled + undoable + ready + sending + unknown > 0
  const starts = row['starts'] === null ? undefined : Number(row['starts'])
  const failure = waitingReason(isOpen)
  return {
    id,
    ...(row['plan'] === null
      ? { action: row['action'] as ModerationAction }
      : { plan: JSON.parse(String(row['plan'])) as RunPlan }),
    reason: row['reason'] === null ? undefined : String(row['reason']),
    created: Number(row['created']),
    state: toState(row, isOpen),
    starts,
    total: Number(row['total']),
    counts,
    pace: measurePace(sql, id, starts, now),
    waiting: failure && formatFailure(failure),
  }
}

function toState(row: SqlRow, isOpen: boolean): BulkRun['state'] {
  if (row['state'] === 'cancelled') return 'cancelled'
  if (row['starts'] === null) return 'preparing'
  return isOpen ? (row['state'] as 'running' | 'paused') : 'finished'
}

/** Finished actions a second. */
function measurePace(sql: Sql, id: number, starts: number | undefined, now: number): number {
  // Nothing was sent before it started.
  const since = Math.max(now - paceMs, starts ?? now)
  const { count } = sql.one(
    `SELECT count(*) AS count FROM actions WHERE run = ? AND state IN ('done', 'refused') AND finished > ?`,
    id,
    since,
  )!
  return Number(count) / Math.max(1, (now - since) / 1000)
}
