import { finishedStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

/** Milliseconds for which what came to its end stays in the list; the journal keeps it for good. */
export const retentionMs = 90 * 24 * 60 * 60_000

/**
 * Removes what came to its end long ago, and runs of which nothing is left. What is open, unknown or waits for a decision stays
 * however old it is. Returns how many actions went.
 */
export function prune(sql: Sql, now: number): number {
  return sql.transaction(() => {
    // A clock that is set a year ahead is not believed before something was queued by it.
    const newest = Number(sql.one('SELECT max(created) AS at FROM actions')!['at'] ?? now)
    const { changes } = sql.run(
      `DELETE FROM actions WHERE state IN ${finishedStates} AND finished < ?`,
      Math.min(now, newest) - retentionMs,
    )
    sql.run('DELETE FROM runs WHERE NOT EXISTS (SELECT 1 FROM actions WHERE actions.run = runs.id)')
    return changes
  })
}
