import type { BulkRun, Reversal } from '../../../../shared/app/bulk.ts'
import {
  type ModerationAction,
  type QueueAction,
  isTask,
  moderationRules,
} from '../../../../shared/moderation.ts'
import type { Sql } from '../../../infra/sqlite/sql.ts'

/** What would reverse a run: the opposite of its last change of state, on the users whom it changed. */
export function reversalOf(sql: Sql, { id, action, plan }: BulkRun): Reversal {
  const actions = plan ? plan.steps.map((step) => step.action) : [action!]
  const reversed = actions.findLast(
    (one): one is ModerationAction => !isTask(one) && moderationRules[one].undoneBy !== undefined,
  )
  const permanent = countDone(sql, id).filter((one) => one.action !== reversed)
  if (reversed === undefined || isDeleted(permanent)) return { ids: [], otherwise: 0, permanent }
  const { undoneBy, becomes } = moderationRules[reversed]
  const restored = moderationRules[undoneBy!].becomes
  const changed = sql
    .all(
      `SELECT target, coalesce(before, target_state) AS was FROM actions
       WHERE run = ? AND action = ? AND state = 'done' ORDER BY id`,
      id,
      reversed,
    )
    .filter(({ was }) => was !== becomes)
  return {
    action: undoneBy,
    ids: changed.map(({ target }) => Number(target)),
    otherwise: changed.filter(({ was }) => was !== restored).length,
    permanent,
  }
}

/** How many users each action changed, in the order of their first. */
function countDone(sql: Sql, run: number): Reversal['permanent'] {
  return sql
    .all(
      `SELECT action, count(*) AS count FROM actions
       WHERE run = ? AND state = 'done' AND before IS NOT NULL GROUP BY action ORDER BY min(id)`,
      run,
    )
    .map(({ action, count }) => ({ action: action as QueueAction, count: Number(count) }))
}

function isDeleted(done: Reversal['permanent']): boolean {
  return done.some(({ action }) => moderationRules[action].becomes === 'gone')
}
