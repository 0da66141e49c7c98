import type { BulkRun, Reversal } from '../../../../shared/app/queue.ts'
import { moderationRules } from '../../../../shared/moderation.ts'
import type { Sql } from '../../../infra/sqlite/sql.ts'

/** What would reverse a run: the opposite action on the users whom it changed. */
export function reversalOf(sql: Sql, owner: number, { id, action }: BulkRun): Reversal {
  const { undoneBy, becomes } = moderationRules[action]
  if (undoneBy === undefined) return { ids: [], otherwise: 0 }
  const restored = moderationRules[undoneBy].becomes
  const changed = sql
    .all(
      `SELECT target, coalesce(before, target_state) AS was FROM actions
       WHERE owner = ? AND run = ? AND state = 'done' ORDER BY id`,
      owner,
      id,
    )
    .filter(({ was }) => was !== becomes)
  return {
    action: undoneBy,
    ids: changed.map(({ target }) => Number(target)),
    otherwise: changed.filter(({ was }) => was !== restored).length,
  }
}
