import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { JobItem } from './job-kind.ts'
import { jsonSql } from '../platform/sqlite/stored-row.ts'
import { heldStatesSql } from './schema.ts'

/**
 * Pauses a job, in the open transaction, if GitLab refused two of its users alike with 403, which may then not be about
 * these users. With a reason, the two must follow one another: a user done in between shows that the reason is about
 * the users. A refusal after which somebody resumed the job doesn't pause it again.
 */
export function holdIfRefusedAlike(sql: Sql, item: JobItem, failure: UnformattedFailure): void {
  if (item.job === undefined || failure.status !== 403) return
  const text = failure.serviceText ?? null
  const earlier = sql.one<{ id: number; finished: number }>(
    `SELECT id, finished FROM items WHERE job = ?1 AND state = 'refused' AND username <> ?2
       AND ${jsonSql('failure', '$.status')} = 403 AND ${jsonSql('failure', '$.serviceText')} IS ?3
     ORDER BY finished DESC LIMIT 1`,
    item.job,
    item.target.username,
    text,
  )
  if (!earlier) return
  const isDoneBetween =
    sql.one(
      `SELECT 1 FROM items WHERE job = ? AND state = 'done' AND before IS NOT NULL AND finished >= ? LIMIT 1`,
      item.job,
      earlier.finished,
    ) !== undefined
  if (text !== null && isDoneBetween) return
  sql.run(
    `UPDATE jobs SET state = 'paused', refusal = ?1
     WHERE id = ?2 AND state = 'running' AND (resumed_after IS NULL OR ${jsonSql('resumed_after', '$.serviceText')} IS NOT ?3)
       AND EXISTS (SELECT 1 FROM items WHERE job = ?2 AND state IN ${heldStatesSql})`,
    JSON.stringify(failure),
    item.job,
    text,
  )
}
