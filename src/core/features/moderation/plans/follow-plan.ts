import { message } from '../../../../shared/messages/message.ts'
import type { Failure } from '../../../platform/failure.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import { type ActionRow, lifetimeMs } from '../queue-store.ts'

const earlierStepId = 'queue.earlierStepFailed'
const earlierStepFailed: Failure = {
  kind: 'conflict',
  message: message(earlierStepId),
  hint: message('queue.conflictHint'),
}

/**
 * Follows the policy of the plan after a step was refused or needs review, as part of the open transaction. The later steps on the
 * same user are cancelled, wait for a person, or go on.
 */
export function holdLaterSteps(
  sql: Sql,
  { run, step, target }: ActionRow,
  state: 'refused' | 'conflict',
  now: number,
): void {
  if (run === undefined || step === undefined) return
  const policy = sql.one(`SELECT plan ->> 'onFailure' AS policy FROM runs WHERE id = ?`, run)?.[
    'policy'
  ]
  if (policy === 'continue') return
  // A step that needs review may still be done, and then the plan goes on.
  const isStopped = policy === 'stop' && state === 'refused'
  sql.run(
    `UPDATE actions SET state = ?, failure = ?, finished = ?
     WHERE run = ? AND target = ? AND step > ? AND state IN ('scheduled', 'undoable', 'ready')`,
    isStopped ? 'cancelled' : 'conflict',
    JSON.stringify(earlierStepFailed),
    isStopped ? now : null,
    run,
    target.id,
    step,
  )
}

/** Queues the later steps again that waited for the decision about this one, as part of the open transaction. */
export function requeueHeld(sql: Sql, { run, step, target }: ActionRow, now: number): void {
  if (run === undefined || step === undefined) return
  const held = sql.all(
    `SELECT id FROM actions WHERE run = ? AND target = ? AND step > ? AND state = 'conflict'
       AND failure ->> '$.message.id' = '${earlierStepId}' ORDER BY step`,
    run,
    target.id,
    step,
  )
  for (const { id } of held) {
    sql.run(
      `UPDATE actions SET state = iif(due > ?1, 'scheduled', 'ready'), failure = NULL, not_before = ?1, expires = ?1 + ${lifetimeMs},
         position = (SELECT max(position) + 1 FROM actions)
       WHERE id = ?2`,
      now,
      id!,
    )
  }
}
