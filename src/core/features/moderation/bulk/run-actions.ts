import { message } from '../../../../shared/messages/message.ts'
import type { DirectoryUser, Moderator, QueueAction } from '../../../../shared/moderation.ts'
import { changedAtOnce } from '../changes.ts'
import type { NewAction } from '../enqueue.ts'
import { queueError } from '../persist.ts'
import { stepsOf } from './bulk-preview.ts'
import type { BulkTask, NewRun } from './ports.ts'

/** What is done to each user, in order. */
export function actionsOf({ action, plan }: BulkTask): QueueAction[] {
  return plan ? plan.steps.map((step) => step.action) : [action!]
}

/** Users whose actions are written in one transaction. */
export function usersAtOnce({ plan }: BulkTask): number {
  return Math.max(1, Math.floor(changedAtOnce / (plan?.steps.length ?? 1)))
}

/** The actions of a run on one user. */
export function newActions(
  { action, plan, reason, note }: NewRun,
  user: DirectoryUser,
  moderator: Moderator,
): NewAction[] {
  const { id, username, name, state } = user
  const common = { id, seen: { username, name, state }, reason }
  if (!plan) return [{ ...common, action: action!, expectedState: state, note }]
  const steps = stepsOf({ plan }, user, moderator)
  if (!Array.isArray(steps)) return []
  return steps.map(({ index, expectedState }) => {
    const { action, edit, dated } = plan.steps[index]!
    const due = dated ? plan.due : undefined
    return { ...common, action, expectedState, step: index, parameters: edit, due, note: false }
  })
}

/** A step that adds the reason to the notes needs one. */
export function assertReason({ plan, reason }: NewRun): void {
  if (reason || !plan?.steps.some(({ action }) => action === 'add_note')) return
  throw queueError('invalid', message('queue.reasonRequired'), message('queue.notQueued'), {
    reason: [message('validation.empty')],
  })
}
