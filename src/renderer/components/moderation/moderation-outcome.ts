import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { finishedStates } from '../../../shared/rules/item-states.ts'
import { type Text, message } from '../../../shared/messages/message.ts'
import { isDeletion, removesObjects, userStateMessage } from '../../../shared/rules/moderation.ts'
import { t } from '../../ui/messages.ts'
import { nameInSentence } from '../shown-name.ts'
import { actionTitle } from './moderation-messages.ts'
import type { QueueContext } from './queue-messages.ts'

/** Whether an action stays in its state until someone acts. */
export function isFinal({ state }: Pick<QueuedAction, 'state'>): boolean {
  return state === 'conflict' || finishedStates.includes(state)
}

/** An action’s progress in one sentence: "Block Anna in 5 s." */
export function formatActionProgress(
  action: QueuedAction,
  now: number,
  { isPaused, isHeld, isAway }: QueueContext = {},
): string {
  const { state, notBefore, failure } = action
  const title = actionTitle(action)
  if (state === 'undoable' || state === 'ready') {
    if (isHeld) return t('moderation.queuedHeld', { action: title })
    if (isPaused) return t('moderation.queuedPaused', { action: title })
    if (isAway && !failure) return t('moderation.queuedAway', { action: title })
  }
  const seconds = Math.ceil((notBefore - now) / 1000)
  if (state === 'undoable' && seconds > 0)
    return t('moderation.startsIn', { action: title, seconds })
  if (state === 'unknown') {
    return t(isHeld || isPaused ? 'moderation.outcomeUnknown' : 'moderation.checkingOutcome', {
      action: title,
    })
  }
  return failure
    ? t('moderation.delayed', { action: title, reason: failure.message })
    : t('moderation.inProgress', { action: title })
}

/** An action’s outcome in one sentence. */
export function formatOutcome(action: QueuedAction): string {
  const { state, after, failure, target } = action
  const name = nameInSentence(target)
  const title = actionTitle(action)
  switch (state) {
    case 'done': {
      if (isDeletion(action.action) && after !== 'gone') {
        if (failure?.reason === 'deletion-stalled')
          return t('moderation.deletionStalled', { name, reason: failure.message })
        return t('moderation.deleting', { name, action: action.action })
      }
      const done = message(`moderation.done_${action.action}`, { name })
      // The notice reports partial success, such as a missing note.
      return t('moderation.done', { done, notice: failure?.message ?? '' }).trim()
    }
    case 'refused':
      return formatRefusal(title, failure)
    case 'conflict':
      return formatConflict(action)
    case 'expired':
      return t(removesObjects(action.action) ? 'moderation.expiredRemoval' : 'moderation.expired', {
        action: title,
      })
    default:
      // An earlier attempt may already have removed something.
      if (removesObjects(action.action)) return t('moderation.cancelledRemoval', { action: title })
      return after === undefined
        ? t('queue.cancelled', { action: title })
        : t('moderation.nothingDone', { name, state: stateText(after) })
  }
}

function formatRefusal(action: string, failure: QueuedAction['failure']): string {
  if (!failure) return t('moderation.refused', { action })
  const values = { action, reason: failure.message }
  return failure.status === undefined
    ? t('moderation.refusedBecause', values)
    : t('moderation.refusedByGitLab', values)
}

/** How the user changed since the action was queued. */
function formatConflict({ after, usernameNow, target }: QueuedAction): string {
  const name = nameInSentence(target)
  if (after === 'gone') return t('moderation.conflictGone', { name })
  if (usernameNow !== undefined) {
    return t('moderation.conflictRenamed', { name, username: usernameNow })
  }
  if (after !== undefined && after !== target.state) {
    return t('moderation.conflictState', { name, state: userStateMessage(after) })
  }
  return t('moderation.conflictOther', { name })
}

function stateText(state: string): Text {
  return state === 'gone' ? message('moderation.gone') : userStateMessage(state)
}
