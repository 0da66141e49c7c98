import type { Reversal } from '../../../../shared/operations/bulk.ts'
import {
  type ModerationAction,
  type QueueAction,
  isTask,
  moderationRules,
} from '../../../../shared/rules/moderation.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { BulkTask } from './ports.ts'

type Run = BulkTask & { id: number }

/** The action that reverses a run: the opposite of its last state change, applied to the users it changed. */
export function reversalOf(sql: Sql, run: Run): Reversal {
  const reversed = reversedAction(run)
  const permanent = countDone(sql, run.id).filter((one) => one.action !== reversed)
  if (reversed === undefined || isDeleted(permanent)) return { ids: [], otherwise: 0, permanent }
  const { undoneBy } = moderationRules[reversed]
  const restored = moderationRules[undoneBy!].resultingState
  const changed = sql.all(
    `SELECT target, before FROM items WHERE ${changedBy} ORDER BY id`,
    ...changedValues(run, reversed),
  )
  return {
    action: undoneBy,
    ids: changed.map(({ target }) => Number(target)),
    otherwise: changed.filter(({ before }) => before !== restored).length,
    permanent,
  }
}

/** Whether `reversalOf` would return any users. */
export function isReversible(sql: Sql, run: Run): boolean {
  const reversed = reversedAction(run)
  if (reversed === undefined) return false
  const query = `SELECT EXISTS (SELECT 1 FROM items WHERE ${changedBy}) AS is_changed`
  if (sql.one(query, ...changedValues(run, reversed))!['is_changed'] === 0) return false
  return !isDeleted(countDone(sql, run.id))
}

function reversedAction({ action, plan }: Run): ModerationAction | undefined {
  const actions = plan ? plan.steps.map((step) => step.action) : [action!]
  return actions.findLast(
    (one): one is ModerationAction => !isTask(one) && moderationRules[one].undoneBy !== undefined,
  )
}

/** Users who were already in that state weren't changed by the run. */
const changedBy = `job = ? AND action = ? AND state = 'done' AND before IS NOT NULL AND before <> ?`

function changedValues({ id }: Run, reversed: ModerationAction) {
  return [id, reversed, moderationRules[reversed].resultingState!] as const
}

/** How many users each action changed, in order of first appearance. */
function countDone(sql: Sql, run: number): Reversal['permanent'] {
  return sql
    .all(
      `SELECT action, count(*) AS count FROM items
       WHERE job = ? AND state = 'done' AND before IS NOT NULL GROUP BY action ORDER BY min(id)`,
      run,
    )
    .map(({ action, count }) => ({ action: action as QueueAction, count: Number(count) }))
}

function isDeleted(done: Reversal['permanent']): boolean {
  return done.some(({ action }) => moderationRules[action].resultingState === 'gone')
}
