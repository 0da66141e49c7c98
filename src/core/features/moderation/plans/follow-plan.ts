import { message } from '../../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { JobItem } from '../../../jobs/job-kind.ts'
import { jsonSql } from '../../../platform/sqlite/stored-row.ts'
import { lifetimeMs } from '../../../jobs/job-store.ts'
import { canSql, nextPositionSql, nextSql } from '../../../jobs/schema.ts'

const earlierStepId = 'queue.earlierStepFailed'
const earlierStepFailed: UnformattedFailure = {
  kind: 'conflict',
  message: message(earlierStepId),
  hint: message('queue.decideHint'),
}

/**
 * Applies the plan's policy in the open transaction after a step was refused or needs review: cancels the later steps
 * for the same user, holds them for a decision, or lets them continue.
 */
export function holdLaterSteps(
  sql: Sql,
  { job, step, target, action }: JobItem,
  state: 'refused' | 'conflict',
  now: number,
): void {
  if (job === undefined || step === undefined) return
  // guard: block-goes-on
  if (action === 'hand_over' && state === 'refused') return
  const policy = sql.one(
    `SELECT ${jsonSql('parameters', '$.plan.onFailure')} AS policy FROM jobs WHERE id = ?`,
    job,
  )?.['policy']
  if (policy === 'continue') return
  // A step under review may still succeed, in which case the plan continues.
  const isStopped = policy === 'stop' && state === 'refused'
  sql.run(
    `UPDATE items SET state = ${nextSql(isStopped ? 'cancel' : 'ask')}, failure = ?, finished = ?
     WHERE job = ? AND target = ? AND step > ? AND ${canSql('ask')}`,
    JSON.stringify(earlierStepFailed),
    isStopped ? now : null,
    job,
    target.id!,
    step,
  )
}

/**
 * Cancels a run's scheduled steps on the same user, in the open transaction, once everything that they would still do
 * has been done: by their date, the user may have been through other actions. A single action doesn't end a plan that
 * would do more.
 */
export function dropScheduled(sql: Sql, { id, job, target }: JobItem, now: number): void {
  sql.run(
    `WITH done AS (
       SELECT action FROM items WHERE id = ?2
       UNION SELECT action FROM items WHERE +job = ?3 AND target = ?4 AND +state = 'done')
     UPDATE items SET state = ${nextSql('cancel')}, finished = ?1
     WHERE target = ?4 AND state = 'scheduled' AND action IN done AND NOT EXISTS (
       SELECT 1 FROM items AS further WHERE +further.job = items.job AND further.target = items.target
         AND +further.state = 'scheduled' AND further.action NOT IN done AND further.action <> 'second_look')`,
    now,
    id,
    job ?? null,
    target.id ?? null,
  )
}

/** Requeues the later steps that were waiting for this decision, in the open transaction. */
export function requeueHeld(sql: Sql, { job, step, target }: JobItem, now: number): void {
  if (job === undefined || step === undefined) return
  const heldSteps = sql.all(
    `SELECT id FROM items WHERE job = ? AND target = ? AND step > ? AND state = 'conflict'
       AND ${jsonSql('failure', '$.message.id')} = '${earlierStepId}' ORDER BY step`,
    job,
    target.id!,
    step,
  )
  for (const { id } of heldSteps) {
    sql.run(
      `UPDATE items SET state = iif(due > ?1, 'scheduled', 'ready'), failure = NULL, not_before = ?1, expires = ?1 + ${lifetimeMs},
         position = ${nextPositionSql}
       WHERE id = ?2`,
      now,
      id!,
    )
  }
}
