import type { ConflictDecision, QueuePlace, QueueState } from '../../../shared/operations/queue.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import {
  type ModerationAction,
  isDeletion,
  moderationLabel,
  moderationRules,
  objectionTo,
  undoSecondsFor,
} from '../../../shared/rules/moderation.ts'
import { createTimeSlicer } from '../../platform/time/time-slicer.ts'
import { cancellableStates, unsentStates, waitingStates } from './schema.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { persist, queueError } from './persist.ts'
import { requeueHeld } from './plans/follow-plan.ts'
import {
  type ActionRow,
  type ModerationRequest,
  type Moment,
  dropEmptyHold,
  getActionRow,
  holdReason,
  insertAction,
  lifetimeMs,
  openActionsOn,
} from './queue-store.ts'

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
  return sql.transaction(() => enqueueRequest(sql, actorId, request, moment))
}

function enqueueRequest(
  sql: Sql,
  actorId: number,
  request: ModerationRequest,
  moment: Moment,
): ActionRow {
  const { action, id, seen } = request
  assertConfirmed(request)
  dropEmptyHold(sql)
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

/** Cancels some actions that were not sent, with a hold also scheduled ones, in their order and up to a position. Returns them; none where none are left. */
export function cancelSome(
  sql: Sql,
  upTo: number,
  now: number,
): { ids: number[]; targets: number[] } {
  return sql.transaction(() => {
    const states = holdReason(sql) ? `('scheduled', 'undoable', 'ready')` : unsentStates
    const rows = sql.all(
      `SELECT id, target FROM actions WHERE state IN ${states} AND position <= ?
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
    sql.run('UPDATE runs SET starts = ?1, undo = 0 WHERE starts > ?1', now)
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
export async function retryAll(
  sql: Sql,
  ids: readonly number[],
  moment: Moment,
): Promise<number[]> {
  const targets: number[] = []
  const pause = createTimeSlicer()
  for (let from = 0; from < ids.length; from += retriedAtOnce) {
    if (from > 0) await pause()
    const part = ids.slice(from, from + retriedAtOnce)
    targets.push(...persist(() => eachOf(sql, part, (id) => retry(sql, id, moment))))
  }
  return targets
}

const retriedAtOnce = 200

function retry(sql: Sql, id: number, moment: Moment): { target: number } | undefined {
  const row = getActionRow(sql, id)
  if (!retriable.includes(row.state)) return undefined
  // Queued a second time since: that one counts.
  const isDouble = openActionsOn(sql, row.target.id).some(({ action }) => action === row.action)
  if (isDouble) return undefined
  const expectedState = row.state === 'cancelled' ? row.expectedState : undefined
  requeue(sql, row, { username: row.target.username, expectedState }, moment)
  return { target: row.target.id }
}

/**
 * Decides a conflict, an expired action, or a deletion without an answer, within the open transaction. Throws where there is
 * nothing to decide.
 */
export function decide(
  sql: Sql,
  id: number,
  decision: 'apply' | 'drop',
  moment: Moment,
): ActionRow {
  const { now } = moment
  const row = getActionRow(sql, id)
  if (!isUndecided(row)) throw nothingToDecide()
  if (decision === 'drop') {
    sql.run(`UPDATE actions SET state = 'cancelled', finished = ? WHERE id = ?`, now, id)
  } else {
    // Meant for the user as the conflict showed them; another change is another conflict.
    const username = row.usernameNow ?? row.target.username
    const expectedState =
      { conflict: row.after, unknown: row.before }[row.state as string] ?? row.expectedState
    requeue(sql, row, { username, expectedState }, moment)
    requeueHeld(sql, row, now)
  }
  return getActionRow(sql, id)
}

function nothingToDecide() {
  return queueError(
    'conflict',
    message('queue.nothingToDecide'),
    message('queue.nothingToDecideHint'),
  )
}

/** Decides several conflicts alike in one transaction, except those decided meanwhile. Returns the users. Throws if none is left. */
export function decideAll(
  sql: Sql,
  actorId: number,
  { ids, decision }: { ids: readonly number[]; decision: ConflictDecision },
  moment: Moment,
): number[] {
  return sql.transaction(() => {
    const targets: number[] = []
    for (const id of ids) {
      const row = getActionRow(sql, id)
      // The decision about a step of a plan may have queued a later one again.
      if (row.state !== 'conflict') continue
      if (typeof decision === 'string') decide(sql, id, decision, moment)
      else replace(sql, actorId, row, decision.instead, moment)
      targets.push(row.target.id)
    }
    if (targets.length === 0) throw nothingToDecide()
    return targets
  })
}

/** Drops a conflict, and queues another action on the user as they are now. */
function replace(
  sql: Sql,
  actorId: number,
  row: ActionRow,
  action: ModerationAction,
  moment: Moment,
): void {
  const { target, reason, note } = row
  const { after: state = target.state, usernameNow: username = target.username } = row
  decide(sql, row.id, 'drop', moment)
  const seen = { username, name: target.name, state }
  enqueueRequest(sql, actorId, { action, id: target.id, seen, reason, note }, moment)
}

function isUndecided({ state, action }: ActionRow): boolean {
  return state === 'conflict' || state === 'expired' || (state === 'unknown' && isDeletion(action))
}

/**
 * Queues an action again, a deletion with its time to undo. One that the service accepted is not sent a second time: services delete
 * in the background, so its check goes on.
 */
function requeue(
  sql: Sql,
  row: ActionRow,
  { username, expectedState }: { username: string; expectedState: string | undefined },
  { now, undoSeconds }: Moment,
): void {
  const undo = isDeletion(row.action) ? undoSecondsFor([row.action], undoSeconds) * 1000 : 0
  dropEmptyHold(sql)
  if (row.run !== undefined) reopenRun(sql, row.run, now)
  sql.run(
    `UPDATE actions SET username = ?1, expected_state = ?2, created = ?3, expires = ?4,
       state = CASE WHEN accepted = 1 THEN 'unknown' WHEN due > ?3 THEN 'scheduled' WHEN ?6 > 0 THEN 'undoable' ELSE 'ready' END,
       not_before = ?3 + iif(accepted = 1, 0, ?6),
       attempts = 0, checks = 0, before = iif(accepted = 1, before, NULL), snapshot = iif(accepted = 1, snapshot, NULL), after = NULL, username_now = NULL, failure = NULL, finished = NULL,
       position = (SELECT max(position) + 1 FROM actions)
     WHERE id = ?5`,
    username,
    expectedState ?? null,
    now,
    now + lifetimeMs,
    row.id,
    undo,
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

export interface ReasonEdit {
  reason?: string
  note: boolean
}

/** Changes the reason of an action that was not sent. Throws with its state where it was. */
export function edit(sql: Sql, id: number, { reason, note }: ReasonEdit): ActionRow {
  sql.run(
    `UPDATE actions SET reason = ?, note = ? WHERE id = ? AND state IN ${unsentStates}`,
    reason || null,
    note ? 1 : 0,
    id,
  )
  const row = getActionRow(sql, id)
  if (row.state === 'undoable' || row.state === 'ready') return row
  throw queueError('conflict', tooLateMessage(row), message('queue.reasonUnchanged'))
}

/** Sets how long an action can still be undone. Changes nothing where that time is over. */
export function postpone(sql: Sql, id: number, until: number): ActionRow {
  sql.run(`UPDATE actions SET not_before = ? WHERE id = ? AND state = 'undoable'`, until, id)
  return getActionRow(sql, id)
}

/** Why an action can't be changed any more: its state. */
export function tooLateMessage({ action, target, state }: ActionRow): Message {
  const { username } = target
  return message(tooLateMessages[state], { action: message(moderationLabel(action)), username })
}

const tooLateMessages: Record<QueueState, MessageId> = {
  scheduled: 'queue.isScheduled',
  undoable: 'queue.isQueued',
  ready: 'queue.isQueued',
  sending: 'queue.isInProgress',
  unknown: 'queue.isUnknown',
  conflict: 'queue.needsReview',
  done: 'queue.isDone',
  refused: 'queue.wasRefused',
  expired: 'queue.hasExpired',
  cancelled: 'queue.wasCancelled',
}

interface Pending {
  id: number
  target: number
  position: number
}

/**
 * Moves a pending action among the pending ones beside it: single ones, or those of its run. Other actions on the same user
 * move with it where they have to. Promise: the actions on one user keep their order; throws where they couldn't. Returns the
 * IDs of the actions that moved, none where it was at that place already.
 */
export function move(sql: Sql, id: number, to: QueuePlace): number[] {
  return sql.transaction(() => {
    const row = getActionRow(sql, id)
    if (row.state !== 'undoable' && row.state !== 'ready') {
      throw queueError('conflict', tooLateMessage(row), message('queue.notMoved'))
    }
    const line = pendingBeside(sql, row.run)
    const at = line.findIndex((one) => one.id === id)
    const { moved, positions } = placements[to](sql, line, at)
    if (moved.length === 0) return []
    const users = [...new Set([...positions.keys()].map((one) => one.target))]
    const before = users.map((target) => laneOf(sql, target))
    for (const [one, position] of positions)
      sql.run('UPDATE actions SET position = ? WHERE id = ?', position, one.id)
    const isKept = users.every((target, nth) => laneOf(sql, target) === before[nth])
    if (!isKept) {
      throw queueError(
        'conflict',
        message('queue.orderKept', { username: row.target.username }),
        message('queue.orderKeptHint'),
      )
    }
    return moved.map((one) => one.id)
  })
}

interface Placement {
  /** The actions that move to the wanted place. */
  moved: Pending[]
  /** The new positions, also of the actions that make room. */
  positions: Map<Pending, number>
}

const placements: Record<QueuePlace, (sql: Sql, line: Pending[], at: number) => Placement> = {
  first(sql, line, at) {
    const own = line.slice(0, at + 1).filter(({ target }) => target === line[at]!.target)
    if (own.length === at + 1) return none
    const first = extreme(sql, 'min') - own.length
    return { moved: own, positions: new Map(own.map((one, nth) => [one, first + nth])) }
  },
  last(sql, line, at) {
    const own = line.slice(at).filter(({ target }) => target === line[at]!.target)
    if (own.length === line.length - at) return none
    const last = extreme(sql, 'max') + 1
    return { moved: own, positions: new Map(own.map((one, nth) => [one, last + nth])) }
  },
  up(_, line, at) {
    const other = line.findLastIndex((one, nth) => nth < at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(other + 1, at + 1)
    return { moved, positions: shared([...moved, line[other]!]) }
  },
  down(_, line, at) {
    const other = line.findIndex((one, nth) => nth > at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(at, other)
    return { moved, positions: shared([line[other]!, ...moved]) }
  },
}

const none: Placement = { moved: [], positions: new Map() }

/** The positions of these actions, given out in another order. */
function shared(order: readonly Pending[]): Map<Pending, number> {
  const positions = order.map(({ position }) => position).sort((a, b) => a - b)
  return new Map(order.map((one, nth) => [one, positions[nth]!]))
}

/** The pending actions beside an action, in their order. */
function pendingBeside(sql: Sql, run: number | undefined): Pending[] {
  return sql
    .all(
      `SELECT id, target, position FROM actions WHERE run IS ? AND state IN ${unsentStates} ORDER BY position`,
      run ?? null,
    )
    .map(({ id, target, position }) => ({
      id: Number(id),
      target: Number(target),
      position: Number(position),
    }))
}

/** The order of the open actions on a user. */
function laneOf(sql: Sql, target: number): string {
  return openActionsOn(sql, target)
    .map(({ id }) => id)
    .join()
}

function extreme(sql: Sql, which: 'min' | 'max'): number {
  return Number(sql.one(`SELECT ${which}(position) AS position FROM actions`)!['position'])
}
