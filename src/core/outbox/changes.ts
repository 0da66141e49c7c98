import type { QueueState } from '../../shared/app/outbox.ts'
import { isDeletion } from '../../shared/moderation.ts'
import { lifetimeMs } from './order.ts'
import type { Owner } from './owners.ts'
import { type ActionRow, openOf, rowOf } from './rows.ts'
import { unsentStates, waitingStates } from './schema.ts'
import type { Sql } from './sql.ts'
import { refusal } from './words.ts'

/** Takes back what has not been sent, and lets conflicts be. Returns whom it was about. */
export function cancel(sql: Sql, owner: Owner, ids: readonly number[], now: number): number[] {
  return eachOf(sql, ids, (id) =>
    sql.one(
      `UPDATE actions SET state = 'cancelled', finished = ?
       WHERE id = ? AND owner = ? AND (state IN ${unsentStates} OR state = 'conflict') RETURNING target`,
      now,
      id,
      owner.id,
    ),
  )
}

/** The same for all of a run. */
export function cancelRun(sql: Sql, owner: Owner, run: number, now: number): void {
  sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ?
     WHERE run = ? AND owner = ? AND (state IN ${unsentStates} OR state = 'conflict')`,
    now,
    run,
    owner.id,
  )
}

/** Takes back all that has not been sent. Returns it in its order, so that it can be ordered again in the same. */
export function cancelAll(
  sql: Sql,
  owner: Owner,
  now: number,
): { ids: number[]; targets: number[] } {
  return sql.transaction(() => {
    const rows = sql.all(
      `SELECT id, target FROM actions WHERE owner = ? AND state IN ${unsentStates} ORDER BY turn`,
      owner.id,
    )
    sql.run(
      `UPDATE actions SET state = 'cancelled', finished = ? WHERE owner = ? AND state IN ${unsentStates}`,
      now,
      owner.id,
    )
    return {
      ids: rows.map(({ id }) => Number(id)),
      targets: rows.map(({ target }) => Number(target)),
    }
  })
}

/** Ends the waiting of all that has not been sent. Returns whom it was about. */
export function sendAllNow(sql: Sql, owner: Owner, now: number): number[] {
  return sql
    .all(
      `UPDATE actions SET state = 'ready', not_before = min(not_before, ?)
       WHERE owner = ? AND state IN ${unsentStates} RETURNING target`,
      now,
      owner.id,
    )
    .map(({ target }) => Number(target))
}

/** Ends the waiting of what can be taken back, or waits for its next try. */
export function sendNow(sql: Sql, owner: Owner, ids: readonly number[], now: number): number[] {
  return eachOf(sql, ids, (id) =>
    sql.one(
      `UPDATE actions SET state = iif(state = 'held', 'ready', state), not_before = min(not_before, ?)
       WHERE id = ? AND owner = ? AND state IN ('held', 'ready', 'unknown') RETURNING target`,
      now,
      id,
      owner.id,
    ),
  )
}

/** Ends the wait of all that failed and is to be tried again. */
export function retryNow(sql: Sql, owner: Owner, now: number): void {
  sql.run(
    `UPDATE actions SET not_before = ? WHERE owner = ? AND state IN ${waitingStates} AND not_before > ?`,
    now,
    owner.id,
    now,
  )
}

const retriable: readonly QueueState[] = ['refused', 'expired', 'cancelled']

/**
 * Orders again what came to nothing: what was taken back for the person as they were seen then, anything else for the person
 * whatever state they are in now.
 */
export function retry(sql: Sql, owner: Owner, ids: readonly number[], now: number): number[] {
  return eachOf(sql, ids, (id) => {
    const row = rowOf(sql, owner.id, id)
    if (!retriable.includes(row.state)) return undefined
    // Ordered a second time meanwhile: that one counts.
    const isDouble = openOf(sql, owner.id, row.target.id).some(
      ({ action }) => action === row.action,
    )
    if (isDouble) return undefined
    const expects = row.state === 'cancelled' ? row.expects : undefined
    orderAgain(sql, row, { username: row.target.username, expects }, now)
    return { target: row.target.id }
  })
}

/**
 * Decides a conflict, what is too old, or a deletion without an answer, within the transaction that is open. Throws where there is
 * nothing to decide.
 */
export function decide(
  sql: Sql,
  owner: Owner,
  id: number,
  decision: 'apply' | 'drop',
  now: number,
): ActionRow {
  const row = rowOf(sql, owner.id, id)
  if (!isUndecided(row)) {
    throw refusal(
      'conflict',
      'There is nothing to decide about this action any more.',
      'Look at what became of it.',
    )
  }
  if (decision === 'drop') {
    sql.run(`UPDATE actions SET state = 'cancelled', finished = ? WHERE id = ?`, now, id)
  } else {
    // Meant for the person as the conflict showed them; if they change once more, it is asked once more.
    const username = row.usernameNow ?? row.target.username
    const expects = { conflict: row.after, unknown: row.before }[row.state as string] ?? row.expects
    orderAgain(sql, row, { username, expects }, now)
  }
  return rowOf(sql, owner.id, id)
}

function isUndecided({ state, action }: ActionRow): boolean {
  return state === 'conflict' || state === 'expired' || (state === 'unknown' && isDeletion(action))
}

function orderAgain(
  sql: Sql,
  row: ActionRow,
  { username, expects }: { username: string; expects: string | undefined },
  now: number,
): void {
  sql.run(
    `UPDATE actions SET state = 'ready', username = ?, expects = ?, not_before = ?, expires = ?, attempts = 0, looks = 0,
       before = NULL, accepted = 0, after = NULL, username_now = NULL, failure = NULL, finished = NULL,
       turn = (SELECT max(turn) + 1 FROM actions)
     WHERE id = ?`,
    username,
    expects ?? null,
    now,
    now + lifetimeMs,
    row.id,
  )
  if (row.run !== undefined) {
    sql.run(`UPDATE runs SET state = 'running' WHERE id = ? AND state = 'cancelled'`, row.run)
  }
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
