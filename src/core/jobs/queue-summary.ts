import type {
  HoldCause,
  HoldReason,
  QueueCounts,
  QueueSummary,
} from '../../shared/operations/queue.ts'
import { queueStates } from '../../shared/rules/item-states.ts'
import { type UnformattedFailure, formatFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { JobKind } from './job-kind.ts'
import { isOpen } from './job-summary.ts'
import { isPaused } from './queue-control.ts'
import { heldStatesSql, holdCauseSql, holdSql } from './schema.ts'

/** The state of all queued items. */
export function summarize(
  sql: Sql,
  kinds: readonly Pick<JobKind, 'name' | 'writes'>[],
  waitingReason: (kind: string) => UnformattedFailure | undefined,
): QueueSummary {
  const names = kinds.filter(({ writes }) => writes).map(({ name }) => name)
  const counts = new Map(kinds.map(({ name }) => [name, noCounts()]))
  const rows = sql.all<{ kind: string; state: keyof QueueCounts; count: number }>(
    `SELECT kind, state, count(*) AS count FROM items
     WHERE kind IN (SELECT value FROM json_each(?)) GROUP BY kind, state`,
    JSON.stringify([...counts.keys()]),
  )
  for (const { kind, state, count } of rows) counts.get(kind)![state] = count
  const reads = kinds.filter(
    ({ name, writes }) => !writes && rows.some(({ kind }) => kind === name),
  )
  const hold = holdOf(sql, names)
  const open = names.filter((name) => isOpen(counts.get(name)!))
  const reasons = (open.length > 0 ? open : names).map(waitingReason)
  const waiting = reasons.every(Boolean) ? reasons[0] : undefined
  return {
    counts: sumCounts(names.map((name) => counts.get(name)!)),
    ...(reads.length > 0 && { reads: sumCounts(reads.map(({ name }) => counts.get(name)!)) }),
    missedRun: missedJob(sql),
    ...hold,
    refusedRun: refusedJob(sql),
    isPaused: isPaused(sql),
    waiting: waiting && formatFailure(waiting),
  }
}

function noCounts(): QueueCounts {
  return Object.fromEntries(queueStates.map((state) => [state, 0])) as QueueCounts
}

function sumCounts(all: readonly QueueCounts[]): QueueCounts {
  const totals = noCounts()
  for (const counts of all) for (const state of queueStates) totals[state]! += counts[state]!
  return totals
}

/** The hold reason for items of these kinds, and how many there are. */
function holdOf(
  sql: Sql,
  kinds: readonly string[],
): Pick<QueueSummary, 'hold' | 'holdCause'> | undefined {
  const isAnyHeld = sql.one(
    'SELECT 1 FROM queues WHERE hold IS NOT NULL UNION ALL SELECT 1 FROM jobs WHERE hold IS NOT NULL',
  )
  // Counting is slow in a large queue.
  if (!isAnyHeld) return undefined
  const { reason, cause, count } = sql.one<{
    reason: HoldReason | null
    cause: HoldCause | null
    count: number
  }>(
    `SELECT ${holdSql} AS reason, ${holdCauseSql} AS cause, count(*) AS count FROM items
     WHERE kind IN (SELECT value FROM json_each(?)) AND state IN ${heldStatesSql} AND ${holdSql} IS NOT NULL`,
    JSON.stringify(kinds),
  )!
  return reason === null
    ? undefined
    : { hold: { reason, count }, ...(cause && { holdCause: cause }) }
}

/** A job with unsent items that is paused because GitLab refused two of its users alike. */
function refusedJob(sql: Sql): number | undefined {
  const row = sql.one<{ id: number }>(
    `SELECT id FROM jobs WHERE refusal IS NOT NULL AND state = 'paused' AND EXISTS (
       SELECT 1 FROM items WHERE job = jobs.id AND state IN ${heldStatesSql}) LIMIT 1`,
  )
  return row?.id
}

/** A job with unsent items that is paused because its undo period passed while nobody could use it. */
function missedJob(sql: Sql): number | undefined {
  const row = sql.one<{ id: number }>(
    `SELECT id FROM jobs WHERE undo = 2 AND state = 'paused' AND EXISTS (
       SELECT 1 FROM items WHERE job = jobs.id AND state IN ('scheduled', 'ready')) LIMIT 1`,
  )
  return row?.id
}
