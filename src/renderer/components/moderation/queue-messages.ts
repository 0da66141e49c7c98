import { formatTimeLeft } from '../../ui/time/time-left.ts'
import { formatMoment, fullMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'
import { userStateLabel } from '../user-states.ts'
import { actionTitle } from './moderation-messages.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import {
  isDeletion,
  isDeletionAccepted,
  userStateMessage,
} from '../../../shared/rules/moderation.ts'
import type { QueuePlace, QueueState, QueuedAction } from '../../../shared/operations/queue.ts'

/** The label and color of each state of a queued action. */
export const queueStateLook: Record<QueueState, { label: MessageId; tone: string }> = {
  scheduled: { label: 'queue.stateScheduled', tone: 'brass' },
  undoable: { label: 'queue.stateUndoable', tone: 'brass' },
  ready: { label: 'queue.stateReady', tone: '' },
  sending: { label: 'queue.stateSending', tone: 'primary' },
  unknown: { label: 'queue.stateUnknown', tone: 'warning' },
  conflict: { label: 'queue.stateConflict', tone: 'warning' },
  done: { label: 'queue.stateDone', tone: 'primary' },
  refused: { label: 'queue.stateRefused', tone: 'danger' },
  expired: { label: 'queue.stateExpired', tone: 'warning' },
  cancelled: { label: 'queue.stateCancelled', tone: '' },
}

/** Conditions that affect more than one action. */
export interface QueueContext {
  /** Whether the queue is paused. */
  isPaused?: boolean
  /** Whether actions are on hold until someone decides. */
  isHeld?: boolean
  /** Whether GitLab is currently unreachable. */
  isAway?: boolean
  /** Whether the action’s run is paused. */
  isRunPaused?: boolean
  /** Whether the action’s run hasn’t started sending. */
  isRunAhead?: boolean
}

/** The next step of an action, or its outcome, in one sentence; undefined if the state is clear enough. */
export function formatActionStatus(
  action: QueuedAction,
  now: number,
  { isPaused, isHeld, isAway, isRunPaused, isRunAhead }: QueueContext = {},
): string | undefined {
  const seconds = Math.ceil((action.notBefore - now) / 1000)
  const isUnsent = action.state === 'undoable' || action.state === 'ready'
  if (isHeld && isUnsent) return t('runs.onHold')
  if (isPaused && isUnsent) return t('queue.notSentWhilePaused')
  if (isRunPaused && isUnsent) return t('bulk.state_paused')
  if (isRunAhead && isUnsent) return t('queue.notSentYet')
  // After the first attempt, the time of the retry is known.
  if (isAway && isUnsent && action.attempts === 0) return t('queue.waitsForGitLab')
  switch (action.state) {
    case 'scheduled':
      return action.due && formatDue(action.due)
    case 'undoable':
      return seconds > 0 ? formatSendTime(seconds) : t('queue.waitsForGitLab')
    case 'ready':
      return formatNextTry(action, seconds, now)
    case 'unknown':
      return t('queue.outcomeUnknown')
    case 'conflict':
      return action.failure?.message ?? t('queue.userChanged')
    case 'expired':
      return (
        action.failure?.message ?? t('queue.expiredAt', { when: formatMoment(action.expires, now) })
      )
    case 'done':
      // The notice says that GitLab is still deleting the user.
      if (isDeletionAccepted(action.action, action.after)) return undefined
      return formatLateness(action) ?? (action.after && formatStateAfter(action.after))
    default:
      return undefined
  }
}

/** The formatted moment includes the local time zone. */
function formatDue({ at, zone }: NonNullable<QueuedAction['due']>): string {
  const when = fullMoment(at)
  const isLocal = zone === Intl.DateTimeFormat().resolvedOptions().timeZone
  return isLocal ? t('queue.dueHere', { when }) : t('queue.dueAt', { when, zone })
}

/** Delay (ms) after its date from which an action counts as late. */
const lateMs = 10 * 60_000

/** How late a scheduled action was. */
function formatLateness({ due, finished }: QueuedAction): string | undefined {
  if (!due || !finished || finished - due.at < lateMs) return undefined
  return t('queue.late', { when: fullMoment(due.at), time: formatTimeLeft(finished - due.at) })
}

/** In seconds for the last 90, in minutes before that. */
function formatSendTime(seconds: number): string {
  return seconds <= 90
    ? t('queue.sentIn', { seconds })
    : t('queue.sentInTime', { time: formatTimeLeft(seconds * 1000) })
}

function formatNextTry(action: QueuedAction, seconds: number, now: number): string {
  const { notBefore, attempts } = action
  if (seconds <= 0) return t('queue.waitsForGitLab')
  if (seconds < 60) {
    return attempts === 0
      ? t('queue.sentIn', { seconds })
      : t('queue.nextTryIn', { seconds, attempts })
  }
  const when = formatMoment(notBefore, now)
  return attempts === 0 ? t('queue.sentAt', { when }) : t('queue.nextTryAt', { when, attempts })
}

/** When an action was queued or finished. */
export function formatActionAge({ created, finished }: QueuedAction, now: number): string {
  return finished
    ? t('queue.ended', { when: formatMoment(finished, now) })
    : t('queue.queuedAt', { when: formatMoment(created, now) })
}

/** Whether an action moved, and how many others on the same user moved with it. */
export function formatMove(queued: QueuedAction, to: QueuePlace, count: number): string {
  const action = actionTitle(queued)
  const isUp = to === 'first' || to === 'up'
  if (count === 0) return t('queue.alreadyAt', { action, end: isUp ? 'first' : 'last' })
  return t('queue.moved', { action, others: count - 1 })
}

/** Whether a conflict’s user has changed; otherwise only a confirmation is missing. */
export function hasUserChanged({ target, usernameNow, after = target.state }: QueuedAction) {
  return usernameNow !== undefined || after !== target.state
}

/** Summarizes conflicts of the same kind in one sentence. */
export function formatConflictKind({ target, usernameNow, after, failure }: QueuedAction): string {
  if (usernameNow !== undefined) return t('queue.kindRenamed')
  if (after !== undefined && after !== target.state) {
    return t('queue.kindState', { state: userStateMessage(after) })
  }
  return failure?.message ?? t('queue.userChanged')
}

/** A failure and its hint as one text. */
export function failureText({ message, hint }: Failure): string {
  return [message, hint].filter(Boolean).join(' ')
}

/**
 * The failure shared by most actions, to be shown once for all of them; undefined if each has its own. The title omits
 * the count if `actions` contains only some of the `total` actions.
 */
export function sharedFailure(
  actions: readonly QueuedAction[],
  total: number,
): { text: string; title: string; failure: Failure; isExpected: boolean } | undefined {
  const groups = Map.groupBy(actions.filter(isFailureInRow), ({ failure }) => failureText(failure))
  const [largest] = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  if (!largest || largest[1].length < 2) return undefined
  const [text, failed] = largest
  const { failure } = failed[0]!
  const { length: count } = failed
  const title = total > actions.length ? text : t('queue.sharedFailureOf', { count, reason: text })
  return { text, title, failure, isExpected: failed.every(isFailureExpected) }
}

/** Whether a failure resolves itself, or is only a notice. */
export function isFailureExpected({ state, failure }: QueuedAction): boolean {
  return state === 'done' || (state === 'ready' && !needsDecision(failure))
}

/** Whether an action’s row shows its failure, unless its status already does. */
export function isFailureInRow(
  action: QueuedAction,
): action is QueuedAction & { failure: Failure } {
  return action.failure !== undefined && action.state !== 'conflict' && action.state !== 'expired'
}

/** The state of a user after an action. */
export function formatStateAfter(after: string): string {
  return after === 'gone'
    ? t('queue.accountGone')
    : t('queue.stateOnGitLab', { state: userStateLabel(after) })
}

/** The controls available for an action in its state. */
export function actionControls({ action, state, notBefore }: QueuedAction, now: number) {
  return {
    cancel: state === 'scheduled' || state === 'undoable' || state === 'ready',
    edit: state === 'undoable' || state === 'ready',
    sendNow: state === 'undoable' || (state === 'ready' && notBefore > now),
    look: state === 'unknown',
    // Any other action is resent automatically once it is confirmed that it didn’t happen.
    resend: state === 'unknown' && isDeletion(action),
    retry: state === 'refused' || state === 'expired' || state === 'cancelled',
    decide: state === 'conflict',
  }
}

/** When waiting actions resume automatically. */
export function formatResuming({ retryAt }: Failure, now: number): string {
  if (retryAt === undefined) return t('queue.resumesLater')
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  if (seconds <= 60) return t('queue.resumesIn', { seconds })
  return t('queue.resumesAt', { when: formatMoment(retryAt, now) })
}

/** Estimates how long the items take. `pace` is measured on the instance, in finished items per second; undefined if unknown. */
export function formatEstimate(
  count: number,
  pace: number | undefined,
  instance: string,
): string | undefined {
  if (!pace) return undefined
  const milliseconds = (count / pace) * 1000
  if (milliseconds < 60_000) return t('runs.estimateShort')
  return t('runs.estimate', { time: formatTimeLeft(milliseconds), instance })
}

/** Whether an action is blocked by something only the user can fix: a token, a permission, a locked keychain. */
export function needsDecision(failure: Failure | undefined): boolean {
  return failure !== undefined && ['unauthorized', 'forbidden', 'keychain'].includes(failure.kind)
}
