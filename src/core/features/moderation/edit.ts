import type { QueueState } from '../../../shared/app/queue.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import { moderationLabel } from '../../../shared/moderation.ts'
import { type ActionRow, getActionRow } from './rows.ts'
import { unsentStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { queueError } from './persist.ts'

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
