import { message } from '../../../shared/messages/message.ts'
import type { DueDate, PlanStep } from '../../../shared/app/plans.ts'
import {
  type ModerationAction,
  type QueueAction,
  isIrreversible,
  moderationLabel,
  moderationRules,
  objectionTo,
} from '../../../shared/moderation.ts'
import { type ActionRow, openActionsOn, getActionRow } from './rows.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { queueError } from './persist.ts'

/** Milliseconds after which an action expires. */
export const lifetimeMs = 7 * 24 * 60 * 60_000

export interface ModerationRequest {
  action: ModerationAction
  id: number
  seen: { username: string; name: string; state: string; bot?: boolean | null }
  reason?: string
  note: boolean
  /** The username as it was typed. */
  confirmed?: string
}

interface Moment {
  now: number
  /** Milliseconds in which it can be undone. */
  undoMs: number
}

/**
 * Puts an action into the queue. A double click gets the action that is queued already; an action that undoes one that was not
 * sent yet cancels both; otherwise they keep their order. Throws with the reason where it can't be queued.
 */
export function enqueue(
  sql: Sql,
  actorId: number,
  request: ModerationRequest,
  moment: Moment,
): ActionRow {
  const { action, id, seen } = request
  assertConfirmed(request)
  return sql.transaction(() => {
    const open = openActionsOn(sql, id)
    const same = findDuplicate(open, action)
    if (same) return same
    const last = open.findLast((row) => moderationRules[row.action].becomes !== undefined)
    const state = last ? moderationRules[last.action].becomes! : seen.state
    assertAllowed(actorId, request, state, moment.now, last)
    const undone = open.at(-1)
    const cancelsOut = undone !== undefined && isUndoneBy(undone, action)
    dropConflicts(sql, request, moment.now)
    const inserted = insertAction(sql, { ...request, expectedState: state }, moment, cancelsOut)
    if (cancelsOut) cancelOne(sql, undone.id, moment.now)
    return getActionRow(sql, inserted)
  })
}

function assertConfirmed({ action, seen, confirmed }: ModerationRequest): void {
  if (action !== 'delete' && action !== 'hard_delete') return
  if (confirmed === seen.username) return
  throw queueError(
    'invalid',
    message('queue.notConfirmed', { username: seen.username }),
    message('queue.notConfirmedHint'),
    { confirmed: [message('queue.confirmedField', { username: seen.username })] },
  )
}

function assertAllowed(
  actorId: number,
  { action, id, seen }: ModerationRequest,
  state: string,
  now: number,
  after: ActionRow | undefined,
): void {
  if (state === 'gone') {
    throw queueError(
      'conflict',
      message('queue.accountEnds', {
        action: message(moderationLabel(after!.action)),
        username: seen.username,
      }),
      message('queue.accountEndsHint'),
    )
  }
  const person = { ...seen, id, state }
  const objection = objectionTo(action, person, { id: actorId, now })
  if (!objection) return
  const text = after
    ? message('queue.afterAction', {
        action: message(moderationLabel(after.action)),
        objection: objection.text,
      })
    : objection.text
  const kind =
    objection.kind === 'oneself' || objection.kind === 'internal' ? 'invalid' : 'conflict'
  throw queueError(kind, text, message('queue.notQueued'))
}

/** The same action where nothing that follows it changes the state again. */
function findDuplicate(
  open: readonly ActionRow[],
  action: ModerationAction,
): ActionRow | undefined {
  const index = open.findLastIndex((row) => row.action === action)
  const later = open.slice(index + 1)
  const changes = later.some((row) => moderationRules[row.action].becomes !== undefined)
  return index === -1 || changes ? undefined : open[index]
}

/** Only an action that restores the very state before: a deactivated user who is blocked and unblocked becomes active. */
function isUndoneBy(row: ActionRow, action: ModerationAction): boolean {
  const isUnsent = row.state === 'undoable' || row.state === 'ready'
  return (
    isUnsent &&
    moderationRules[row.action].undoneBy === action &&
    moderationRules[action].becomes === row.expectedState
  )
}

/** Queueing an action again for the user as they are now decides its conflict. */
function dropConflicts(sql: Sql, { action, id }: ModerationRequest, now: number): void {
  sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ?
     WHERE target = ? AND action = ? AND state = 'conflict'`,
    now,
    id,
    action,
  )
}

function cancelOne(sql: Sql, id: number, now: number): void {
  sql.run(`UPDATE actions SET state = 'cancelled', finished = ? WHERE id = ?`, now, id)
}

/** A new row of the queue. */
export interface NewAction extends Omit<ModerationRequest, 'action' | 'confirmed'> {
  action: QueueAction
  /** The state that the user must be in; absent where it does not matter. */
  expectedState?: string
  run?: number
  /** Its step in the plan of the run, from 0. */
  step?: number
  parameters?: PlanStep['edit']
  /** Waits for this date. */
  due?: DueDate
}

/** Inserts one action as part of the open transaction; returns its ID. */
export function insertAction(
  sql: Sql,
  row: NewAction,
  { now, undoMs }: Moment,
  isCancelled = false,
): number {
  const { action, id, seen, expectedState, run, step, parameters, due, reason, note } = row
  const undo = isIrreversible(action) ? 0 : undoMs
  const isLater = due !== undefined && due.at > now
  const state = isLater ? 'scheduled' : undo > 0 ? 'undoable' : 'ready'
  return sql.run(
    `INSERT INTO actions (run, step, action, parameters, target, username, name, target_state, expected_state, reason, note,
       state, created, due, zone, not_before, expires, finished, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM actions))`,
    run ?? null,
    step ?? null,
    action,
    parameters ? JSON.stringify(parameters) : null,
    id,
    seen.username,
    seen.name,
    seen.state,
    expectedState ?? null,
    reason || null,
    note ? 1 : 0,
    isCancelled ? 'cancelled' : state,
    now,
    due?.at ?? null,
    due?.zone ?? null,
    now + undo,
    now + lifetimeMs,
    isCancelled ? now : null,
  ).id
}
