import { type ModerationAction, isDeletion, moderationActions } from '../../../shared/moderation.ts'
import { openStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

/** Milliseconds that a service may take for a deletion; a user who still exists afterwards is shown again. */
const deletionMs = 24 * 60 * 60_000

const deletions = `(${moderationActions
  .filter(isDeletion)
  .map((action) => `'${action}'`)
  .join(', ')})`

/** The last unfinished action on each of these users. */
export function lastOpenActions(sql: Sql, ids: readonly number[]): Map<number, ModerationAction> {
  const rows = sql.all(
    `SELECT target, action FROM actions
     WHERE state IN ${openStates} AND target IN (SELECT value FROM json_each(?)) ORDER BY position`,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ target, action }) => [Number(target), action as ModerationAction]))
}

/** The users among these whose deletion the service accepted in the last day. */
export function recentlyDeleted(sql: Sql, ids: readonly number[], now: number): Set<number> {
  const rows = sql.all(
    `SELECT target FROM actions
     WHERE target IN (SELECT value FROM json_each(?)) AND state = 'done' AND action IN ${deletions}
       AND finished > ?`,
    JSON.stringify(ids),
    now - deletionMs,
  )
  return new Set(rows.map(({ target }) => Number(target)))
}
