import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import { jsonSql } from '../platform/sqlite/stored-row.ts'
import type { JobItem } from './job-kind.ts'
import { lifetimeMs } from './job-store.ts'
import { unsentStatesSql } from './schema.ts'

// A job whose action has a ceiling, see `core/policy/ceilings.ts`.

/** How long (ms) a job that is spread over days waits at the ceiling before it tries again. */
const spreadPauseMs = 60 * 60_000

const isSpread = `coalesce(${jsonSql('jobs.parameters', '$.spread')}, 0)`

/** What an item counts as: the token that it revokes, or else its user. */
const counted = `coalesce('token ' || ${jsonSql('items.parameters', '$.token')}, items.target)`

/** The same for one item. */
export function countedTarget({
  parameters,
  target,
}: Pick<JobItem, 'parameters' | 'target'>): string {
  return String((parameters as { token?: number } | undefined)?.token ?? target.id)
}

/** How many users an item’s job still has to send this action for if it has sent none yet; 1 otherwise, and if it is spread. */
export function usersAtOnce(sql: Sql, { job, action }: Pick<JobItem, 'job' | 'action'>): number {
  if (job === undefined) return 1
  const row = sql.one<{ users: number }>(
    `SELECT count(DISTINCT ${counted}) AS users FROM items WHERE job = ?1 AND action = ?2 AND state IN ${unsentStatesSql}
       AND NOT EXISTS (SELECT 1 FROM items WHERE job = ?1 AND action = ?2 AND first_request IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = ?1 AND ${isSpread})`,
    job,
    action,
  )
  return Math.max(1, Number(row?.users))
}

/** How many users these actions are about to be sent for, without jobs that are paused or spread. */
export function usersAhead(sql: Sql, actions: readonly string[]): number {
  const row = sql.one<{ users: number }>(
    `SELECT count(DISTINCT ${counted}) AS users FROM items WHERE action IN (SELECT value FROM json_each(?))
       AND state IN ${unsentStatesSql}
       AND (job IS NULL OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job AND state = 'running' AND NOT ${isSpread}))`,
    JSON.stringify(actions),
  )
  return Number(row?.users)
}

/** Pauses the job of an item that is one too many. One that is spread over days waits instead. */
export function stopAtCeiling(
  sql: Sql,
  { job, action }: Pick<JobItem, 'job' | 'action'>,
  failure: UnformattedFailure,
  now: number,
): void {
  if (job === undefined) return
  sql.transaction(() => {
    sql.run(
      `UPDATE items SET not_before = ?1, expires = ?2 WHERE job = ?3 AND action = ?4 AND state = 'ready'
         AND EXISTS (SELECT 1 FROM jobs WHERE id = ?3 AND ${isSpread})`,
      now + spreadPauseMs,
      now + lifetimeMs,
      job,
      action,
    )
    sql.run(
      `UPDATE jobs SET state = 'paused', refusal = ? WHERE id = ? AND state = 'running' AND NOT ${isSpread}`,
      JSON.stringify(failure),
      job,
    )
  })
}
