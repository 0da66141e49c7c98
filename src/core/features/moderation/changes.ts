import type { QueueState } from '../../../shared/app/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import { isDeletion } from '../../../shared/moderation.ts'
import { createTimeSlicer } from '../../infra/time/time-slicer.ts'
import { lifetimeMs } from './enqueue.ts'
import { type ActionRow, openActionsOn, getActionRow } from './rows.ts'
import { cancellableStates, unsentStates, waitingStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { queueError, persist } from './persist.ts'
import { requeueHeld } from './plans/follow-plan.ts'

/** Cancels actions that were not sent, scheduled ones, and conflicts. Returns the users they were about. */
export function cancel(sql: Sql, ids: readonly number[], now: number): number[] {
  return eachOf(sql, ids, (id) =>
    sql.one(
      `UPDATE actions SET state = 'cancelled', finished = ?
       WHERE id = ? AND state IN ${cancellableStates} RETURNING target`,
      now,
      id,
    ),
  )
}

/** Actions changed in one transaction; more of a run would keep everything else waiting. */
export const changedAtOnce = 1_000

/** The position of the last action in the queue. */
export function lastPosition(sql: Sql): number {
  return Number(sql.one('SELECT max(position) AS position FROM actions')!['position'] ?? 0)
}

/** Cancels some actions of a run that were not sent. Returns whether there are more. */
export function cancelNextBatchOfRun(sql: Sql, run: number, now: number): boolean {
  const { changes } = sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ? WHERE id IN (
       SELECT id FROM actions
       WHERE run = ? AND state IN ${cancellableStates} LIMIT ${changedAtOnce})`,
    now,
    run,
  )
  return changes === changedAtOnce
}

/** Cancels some actions that were not sent, in their order and up to a position. Returns them; none where none are left. */
export function cancelSome(
  sql: Sql,
  upTo: number,
  now: number,
): { ids: number[]; targets: number[] } {
  return sql.transaction(() => {
    const rows = sql.all(
      `SELECT id, target FROM actions WHERE state IN ${unsentStates} AND position <= ?
       ORDER BY position LIMIT ${changedAtOnce}`,
      upTo,
    )
    const ids = rows.map(({ id }) => Number(id))
    sql.run(
      `UPDATE actions SET state = 'cancelled', finished = ? WHERE id IN (SELECT value FROM json_each(?))`,
      now,
      JSON.stringify(ids),
    )
    return { ids, targets: rows.map(({ target }) => Number(target)) }
  })
}

/** Ends the waiting of all actions that were not sent. Returns their users. */
export function sendAllNow(sql: Sql, now: number): number[] {
  return sql.transaction(() => {
    sql.run('UPDATE runs SET starts = ?1 WHERE starts > ?1', now)
    const rows = sql.all(
      `UPDATE actions SET state = 'ready', not_before = min(not_before, ?1)
       WHERE state IN ${unsentStates} AND (state = 'undoable' OR not_before > ?1) RETURNING target`,
      now,
    )
    return rows.map(({ target }) => Number(target))
  })
}

/** Ends the waiting of actions that can be undone, or wait for their next try. */
export function sendNow(sql: Sql, ids: readonly number[], now: number): number[] {
  return eachOf(sql, ids, (id) =>
    sql.one(
      `UPDATE actions SET state = iif(state = 'undoable', 'ready', state), not_before = min(not_before, ?)
       WHERE id = ? AND state IN ('undoable', 'ready', 'unknown') RETURNING target`,
      now,
      id,
    ),
  )
}

/** Ends the wait of all actions that failed and will be tried again. */
export function retryNow(sql: Sql, now: number): void {
  sql.run(
    `UPDATE actions SET not_before = ? WHERE state IN ${waitingStates} AND not_before > ?`,
    now,
    now,
  )
}

const retriable: readonly QueueState[] = ['refused', 'expired', 'cancelled']

/**
 * Queues actions again that were not done: a cancelled one for the user as they were seen then, any other one for the user in
 * whatever state they are now. In parts, so that nothing else has to wait. Returns the users.
 */
export async function retryAll(sql: Sql, ids: readonly number[], now: number): Promise<number[]> {
  const targets: number[] = []
  const pause = createTimeSlicer()
  for (let from = 0; from < ids.length; from += retriedAtOnce) {
    if (from > 0) await pause()
    const part = ids.slice(from, from + retriedAtOnce)
    targets.push(...persist(() => eachOf(sql, part, (id) => retry(sql, id, now))))
  }
  return targets
}

const retriedAtOnce = 200

function retry(sql: Sql, id: number, now: number): { target: number } | undefined {
  const row = getActionRow(sql, id)
  if (!retriable.includes(row.state)) return undefined
  // Queued a second time since: that one counts.
  const isDouble = openActionsOn(sql, row.target.id).some(({ action }) => action === row.action)
  if (isDouble) return undefined
  const expectedState = row.state === 'cancelled' ? row.expectedState : undefined
  requeue(sql, row, { username: row.target.username, expectedState }, now)
  return { target: row.target.id }
}

/**
 * Decides a conflict, an expired action, or a deletion without an answer, within the open transaction. Throws where there is
 * nothing to decide.
 */
export function decide(sql: Sql, id: number, decision: 'apply' | 'drop', now: number): ActionRow {
  const row = getActionRow(sql, id)
  if (!isUndecided(row)) {
    throw queueError(
      'conflict',
      message('queue.nothingToDecide'),
      message('queue.nothingToDecideHint'),
    )
  }
  if (decision === 'drop') {
    sql.run(`UPDATE actions SET state = 'cancelled', finished = ? WHERE id = ?`, now, id)
  } else {
    // Meant for the user as the conflict showed them; another change is another conflict.
    const username = row.usernameNow ?? row.target.username
    const expectedState =
      { conflict: row.after, unknown: row.before }[row.state as string] ?? row.expectedState
    requeue(sql, row, { username, expectedState }, now)
    requeueHeld(sql, row, now)
  }
  return getActionRow(sql, id)
}

function isUndecided({ state, action }: ActionRow): boolean {
  return state === 'conflict' || state === 'expired' || (state === 'unknown' && isDeletion(action))
}

/**
 * Queues an action again. One that the service accepted is not sent a second time: services delete in the background, so its
 * check goes on.
 */
function requeue(
  sql: Sql,
  row: ActionRow,
  { username, expectedState }: { username: string; expectedState: string | undefined },
  now: number,
): void {
  if (row.run !== undefined) reopenRun(sql, row.run, now)
  sql.run(
    `UPDATE actions SET state = iif(accepted = 1, 'unknown', iif(due > ?3, 'scheduled', 'ready')), username = ?1, expected_state = ?2,
       not_before = ?3, expires = ?4,
       attempts = 0, checks = 0, before = iif(accepted = 1, before, NULL), snapshot = iif(accepted = 1, snapshot, NULL), after = NULL, username_now = NULL, failure = NULL, finished = NULL,
       position = (SELECT max(position) + 1 FROM actions)
     WHERE id = ?5`,
    username,
    expectedState ?? null,
    now,
    now + lifetimeMs,
    row.id,
  )
}

/** Resumes a cancelled run for the actions that are queued again; the rest of it that is not cancelled yet is cancelled now. */
function reopenRun(sql: Sql, run: number, now: number): void {
  const { changes } = sql.run(
    `UPDATE runs SET state = 'running' WHERE id = ? AND state = 'cancelled'`,
    run,
  )
  if (changes === 0) return
  sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ? WHERE run = ? AND state IN ${cancellableStates}`,
    now,
    run,
  )
}

function eachOf(
  sql: Sql,
  ids: readonly number[],
  change: (id: number) => Record<string, unknown> | undefined,
): number[] {
  return sql.transaction(() =>
    ids.flatMap((id) => {
      const row = change(id)
      return row ? [Number(row['target'])] : []
    }),
  )
}
