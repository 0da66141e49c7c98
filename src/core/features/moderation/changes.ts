import { FailureError } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import type { ConflictDecision, QueuePlace } from '../../../shared/operations/queue.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import {
  type ModerationAction,
  isDeletion,
  isTask,
  moderationLabel,
  moderationRules,
  objectionTo,
  undoSecondsFor,
} from '../../../shared/rules/moderation.ts'
import { createTimeSlicer } from '../../platform/time/time-slicer.ts'
import { moveJobItem } from '../../jobs/move-item.ts'
import { persist } from '../../jobs/persist.ts'
import { dropUnusedHolds } from '../../jobs/queue-control.ts'
import { nextSql, unsentStatesSql } from '../../jobs/schema.ts'
import {
  type ActionCondition,
  type ActionRow,
  type ActionStore,
  type ModerationRequest,
  type Moment,
  insertAction,
  unlessPromoted,
} from './action-store.ts'
import { requeueHeld } from './plans/follow-plan.ts'

/**
 * Queues an action. A double click returns the action that is already queued, and an action that undoes an unsent one
 * cancels both; otherwise, both are kept in order. Throws the reason if the action can't be queued.
 */
export function enqueue(
  store: ActionStore,
  actorId: number,
  request: ModerationRequest,
  moment: Moment,
): ActionRow {
  return store.sql.transaction(() => enqueueRequest(store, actorId, request, moment))
}

function enqueueRequest(
  store: ActionStore,
  actorId: number,
  request: ModerationRequest,
  moment: Moment,
): ActionRow {
  const { action, id, seen } = request
  assertConfirmed(request)
  dropUnusedHolds(store.sql)
  const open = store.openIn(id)
  const duplicate = findDuplicate(open, action)
  if (duplicate) return duplicate
  const lastStateChange = open.findLast(
    (row) => moderationRules[row.action].resultingState !== undefined,
  )
  const state = lastStateChange
    ? moderationRules[lastStateChange.action].resultingState!
    : seen.state
  assertAllowed(actorId, request, state, moment.now, lastStateChange)
  const undone = open.at(-1)
  const cancelsOut = undone !== undefined && isUndoneBy(undone, action)
  dropConflicts(store, request, moment.now)
  const parameters = unlessPromoted(seen.admin)
  const inserted = insertAction(
    store,
    { ...request, expectedState: state, parameters },
    moment,
    cancelsOut,
  )
  if (cancelsOut) store.drop(undone.id, moment.now)
  return store.get(inserted)
}

function assertConfirmed({ action, seen, confirmed }: ModerationRequest): void {
  if (action !== 'delete' && action !== 'hard_delete') return
  if (confirmed === seen.username) return
  throw createFailureError('queue.notConfirmed', { username: seen.username })
}

function assertAllowed(
  actorId: number,
  { action, id, seen }: ModerationRequest,
  state: string,
  now: number,
  after: ActionRow | undefined,
): void {
  if (state === 'gone') {
    throw createFailureError('queue.accountEnds', {
      action: message(moderationLabel(after!.action)),
      username: seen.username,
    })
  }
  const user = { ...seen, id, state }
  const objection = objectionTo(action, user, { id: actorId, now })
  if (!objection) return
  const text = after
    ? message('queue.afterAction', {
        action: message(moderationLabel(after.action)),
        objection: objection.text,
      })
    : objection.text
  const kind =
    objection.kind === 'oneself' || objection.kind === 'internal' ? 'invalid' : 'conflict'
  throw new FailureError({ kind, message: text, hint: message('queue.notQueued') })
}

/** The same action, if no later action changes the state again. */
function findDuplicate(
  open: readonly ActionRow[],
  action: ModerationAction,
): ActionRow | undefined {
  const index = open.findLastIndex((row) => row.action === action)
  const later = open.slice(index + 1)
  const changes = later.some((row) => moderationRules[row.action].resultingState !== undefined)
  return index === -1 || changes ? undefined : open[index]
}

/**
 * Requires an action that restores the exact previous state: a deactivated user who is blocked and unblocked ends up
 * active.
 */
function isUndoneBy(row: ActionRow, action: ModerationAction): boolean {
  const isUnsent = row.state === 'undoable' || row.state === 'ready'
  return (
    isUnsent &&
    moderationRules[row.action].undoneBy === action &&
    moderationRules[action].resultingState === row.expectedState
  )
}

/** Queueing the action again for the user's current state resolves its conflict. */
function dropConflicts(store: ActionStore, { action, id }: ModerationRequest, now: number): void {
  store.sql.run(
    `UPDATE items SET state = ${nextSql('drop')}, finished = ?
     WHERE target = ? AND action = ? AND state = 'conflict'`,
    now,
    id,
    action,
  )
}

const retriable: readonly QueueState[] = ['refused', 'expired', 'cancelled']

/**
 * Requeues failed, expired and canceled actions: canceled ones for the state seen when they were queued, all others for
 * the user's current state. Works in batches to keep the process responsive. Returns the users.
 */
export async function retryAll(
  store: ActionStore,
  ids: readonly number[],
  moment: Moment,
): Promise<number[]> {
  const targets: number[] = []
  const pause = createTimeSlicer()
  for (let from = 0; from < ids.length; from += retryBatchSize) {
    if (from > 0) await pause()
    const part = ids.slice(from, from + retryBatchSize)
    targets.push(...persist(() => store.eachOf(part, (id) => retry(store, id, moment))))
  }
  return targets
}

const retryBatchSize = 200

function retry(store: ActionStore, id: number, moment: Moment): { target: number } | undefined {
  const row = store.get(id)
  if (!retriable.includes(row.state)) return undefined
  // Skips an action that has been queued again since.
  const isDouble = store.openIn(row.target.id).some(({ action }) => action === row.action)
  if (isDouble) return undefined
  const expectedState = row.state === 'cancelled' ? row.expectedState : undefined
  requeue(store, row, { username: row.target.username, expectedState }, moment)
  return { target: row.target.id }
}

/**
 * Resolves a conflict, an expired action, or a deletion without a response, in the open transaction. Throws if no
 * decision is needed.
 */
export function decide(
  store: ActionStore,
  id: number,
  decision: 'apply' | 'drop',
  moment: Moment,
): ActionRow {
  const { now } = moment
  const row = store.get(id)
  if (!isUndecided(row)) throw createFailureError('queue.nothingToDecide')
  if (decision === 'drop') {
    store.drop(id, now)
  } else {
    // The decision applies to the user as shown in the conflict. A later change is a new conflict.
    const username = row.usernameNow ?? row.target.username
    const expectedState =
      { conflict: row.after, unknown: row.before }[row.state as string] ?? row.expectedState
    requeue(store, row, { username, expectedState }, moment)
    requeueHeld(store.sql, row, now)
  }
  return store.get(id)
}

/**
 * Resolves several conflicts the same way in one transaction, except those that have been resolved since. Returns the
 * users. Throws if no conflict remains.
 */
export function decideAll(
  store: ActionStore,
  actorId: number,
  { ids, decision }: { ids: readonly number[]; decision: ConflictDecision },
  moment: Moment,
): number[] {
  return store.sql.transaction(() => {
    const targets: number[] = []
    for (const id of ids) {
      const row = store.get(id)
      // Resolving one step of a plan may have requeued a later one.
      if (row.state !== 'conflict') continue
      if (typeof decision === 'string') decide(store, id, decision, moment)
      else replace(store, actorId, row, decision.instead, moment)
      targets.push(row.target.id)
    }
    if (targets.length === 0) throw createFailureError('queue.nothingToDecide')
    return targets
  })
}

/** Drops a conflict and queues a different action for the user's current state. */
function replace(
  store: ActionStore,
  actorId: number,
  row: ActionRow,
  action: ModerationAction,
  moment: Moment,
): void {
  const { target, reason, note } = row
  const { after: state = target.state, usernameNow: username = target.username } = row
  decide(store, row.id, 'drop', moment)
  const seen = { username, name: target.name, state }
  enqueueRequest(store, actorId, { action, id: target.id, seen, reason, note }, moment)
}

function isUndecided({ state, action }: ActionRow): boolean {
  return state === 'conflict' || state === 'expired' || (state === 'unknown' && isDeletion(action))
}

/**
 * Requeues an action; a deletion gets a new undo period. A deletion that GitLab has accepted isn't sent again: GitLab
 * deletes in the background, so only the check continues.
 */
function requeue(
  store: ActionStore,
  row: ActionRow,
  { username, expectedState }: { username: string; expectedState: string | undefined },
  { now, undoSeconds }: Moment,
): void {
  const undoMs = isDeletion(row.action) ? undoSecondsFor([row.action], undoSeconds) * 1000 : 0
  dropUnusedHolds(store.sql)
  if (row.job !== undefined) store.continueJob(row.job, now)
  const columns = { username, expected_state: expectedState ?? null, ...withoutAdminCondition(row) }
  store.requeue(row.id, now, columns, undoMs)
}

/** After a decision about a conflict, the action applies to an administrator, too. */
function withoutAdminCondition({
  state,
  action,
  parameters,
}: ActionRow): Record<string, string | null> {
  if (state !== 'conflict' || isTask(action)) return {}
  const { onlyIfNoAdmin: _, ...others } = (parameters ?? {}) as ActionCondition
  return { parameters: Object.keys(others).length > 0 ? JSON.stringify(others) : null }
}

export interface ReasonEdit {
  reason?: string
  note: boolean
}

/** Changes an unsent action's reason. Throws an error with the action's state if it was already sent. */
export function editReason(
  store: ActionStore,
  id: number,
  { reason, note }: ReasonEdit,
): ActionRow {
  store.sql.run(
    `UPDATE items SET reason = ?, note = ? WHERE id = ? AND state IN ${unsentStatesSql}`,
    reason || null,
    note ? 1 : 0,
    id,
  )
  const row = store.get(id)
  if (row.state === 'undoable' || row.state === 'ready') return row
  throw tooLateError(row, 'queue.reasonUnchanged')
}

function tooLateError(
  row: ActionRow,
  hint: 'queue.reasonUnchanged' | 'queue.notMoved',
): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: tooLateMessage(row),
    hint: message(hint),
  })
}

/** A message that explains with the action's state why it can't be changed anymore. */
export function tooLateMessage({ action, target, state }: ActionRow): Message {
  const { username } = target
  return message('queue.currentState', {
    action: message(moderationLabel(action)),
    username,
    state,
  })
}

/** Moves a pending action and returns the IDs of all moved actions. */
export function move(store: ActionStore, id: number, to: QueuePlace): number[] {
  return store.sql.transaction(() => {
    const row = store.get(id)
    if (row.state !== 'undoable' && row.state !== 'ready') {
      throw tooLateError(row, 'queue.notMoved')
    }
    return moveJobItem(store, row, to)
  })
}
