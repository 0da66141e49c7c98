import { finishedStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

/** Milliseconds for which finished actions stay in the list; the audit log keeps them for good. */
export const retentionMs = 90 * 24 * 60 * 60_000

/**
 * Removes actions that finished long ago, and runs without any left. Open and unknown actions and conflicts stay however old they
 * are. Returns how many actions were removed.
 */
export function prune(sql: Sql, now: number): number {
  return sql.transaction(() => {
    // A clock that is set a year ahead counts only once an action was queued by it.
    const newest = Number(sql.one('SELECT max(created) AS at FROM actions')!['at'] ?? now)
    const { changes } = sql.run(
      `DELETE FROM actions WHERE state IN ${finishedStates} AND finished < ?`,
      Math.min(now, newest) - retentionMs,
    )
    sql.run('DELETE FROM runs WHERE NOT EXISTS (SELECT 1 FROM actions WHERE actions.run = runs.id)')
    return changes
  })
}
