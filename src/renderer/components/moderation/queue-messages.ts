import { formatTimeLeft } from '../../ui/time/time-left.ts'
import { formatMoment, fullMoment } from '../../ui/time/moments.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import { userStateLabel } from '../user-states.ts'
import { actionTitle } from './moderation-messages.ts'
import { type Failure, isUnreachable } from '../../../shared/rules/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import {
  isDeletion,
  isDeletionAccepted,
  userStateMessage,
} from '../../../shared/rules/moderation.ts'
import type {
  HoldCause,
  HoldReason,
  QueueItem,
  QueuePlace,
  QueuedAction,
} from '../../../shared/operations/queue.ts'
import { type QueueState, pendingStates, unsentStates } from '../../../shared/rules/item-states.ts'

/** The label for each state a queued item can have. */
export const queueStateLabels: Record<QueueState, MessageId> = {
  scheduled: 'queue.stateScheduled',
  undoable: 'queue.stateUndoable',
  ready: 'queue.stateReady',
  sending: 'queue.stateSending',
  unknown: 'queue.stateUnknown',
  conflict: 'queue.stateConflict',
  done: 'queue.stateDone',
  refused: 'queue.stateRefused',
  expired: 'queue.stateExpired',
  cancelled: 'queue.stateCancelled',
}

/** The color of a state that needs a look. */
export function queueStateTone({ state }: { state: QueueState }): 'warning' | 'danger' | undefined {
  if (state === 'refused') return 'danger'
  return state === 'conflict' || state === 'unknown' || state === 'expired' ? 'warning' : undefined
}

/** The label of an action's state. If a done action sent nothing, no change was needed. */
export function actionStateLabel({ state, before }: Pick<QueueItem, 'state' | 'before'>) {
  return t(state === 'done' && before === undefined ? 'bulk.already' : queueStateLabels[state])
}

/** A user's state, or that the account is gone. */
export function stateLabel(state: string): string {
  return state === 'gone' ? t('moderation.gone') : userStateLabel(state)
}

/** Conditions that can affect several actions at once. */
export interface QueueContext {
  /** Whether the queue is paused. */
  isPaused?: boolean
  /** Whether actions are on hold, pending a decision. */
  isHeld?: boolean
  /** Whether GitLab is currently unreachable. */
  isAway?: boolean
  /** Whether nothing is sent now, for example because GitLab asked for a pause. */
  isDelayed?: boolean
  /** Whether Latchkey itself has ended, so that nothing on the page is current. */
  isHostGone?: boolean
  /** Whether the action’s run is paused. */
  isRunPaused?: boolean
  /** Whether the action’s run hasn’t started sending yet. */
  isRunAhead?: boolean
}

/** An action’s next step or outcome in one sentence; undefined if its state is clear enough. */
export function formatActionStatus(
  action: QueuedAction,
  now: number,
  { isPaused, isHeld, isAway, isDelayed, isRunPaused, isRunAhead }: QueueContext = {},
): string | undefined {
  const seconds = Math.ceil((action.notBefore - now) / 1000)
  const isUnsent = action.state === 'undoable' || action.state === 'ready'
  if (isHeld && isUnsent) return t('runs.onHold')
  if (isPaused && isUnsent) return t('queue.notSentWhilePaused')
  if (isRunPaused && isUnsent) return t('bulk.state_paused')
  if (isRunAhead && isUnsent) return t('queue.notSentYet')
  // After a first attempt, the retry time is known and shown instead.
  if ((isAway || isDelayed) && isUnsent && action.attempts === 0) return t('queue.waitsForGitLab')
  switch (action.state) {
    case 'scheduled':
      return action.due && formatDue(action.due)
    case 'undoable':
      return seconds > 0 ? formatSendTime(seconds) : t('queue.waitsForTurn')
    case 'ready':
      return formatNextTry(action, seconds, now)
    case 'unknown':
      return t('queue.outcomeUnknown')
    case 'conflict':
      return action.failure?.message ?? t('queue.userChanged')
    case 'expired':
      return (
        action.failure?.message ??
        t('queue.expiredAt', { when: formatMoment(action.expires ?? action.created, now) })
      )
    case 'done':
      // A separate notice explains that GitLab is still deleting the user.
      if (isDeletionAccepted(action.action, action.after)) return undefined
      return formatLateness(action) ?? (action.after && formatStateAfter(action.after))
    default:
      return undefined
  }
}

/** The formatted time includes the local time zone, so the date’s own zone is added only if it’s different. */
function formatDue({ at, zone }: NonNullable<QueuedAction['due']>): string {
  const when = fullMoment(at)
  const isLocal = zone === Intl.DateTimeFormat().resolvedOptions().timeZone
  return isLocal ? t('queue.dueHere', { when }) : t('queue.dueAt', { when, zone })
}

/** How long (ms) after its date an action is considered late. */
const lateMs = 10 * 60_000

/** Formats how late a scheduled action was. */
function formatLateness({ due, finished }: QueuedAction): string | undefined {
  if (!due || !finished || finished - due.at < lateMs) return undefined
  return t('queue.late', { when: fullMoment(due.at), time: formatTimeLeft(finished - due.at) })
}

/** Shows the last 90 seconds in seconds, and anything longer in minutes. */
function formatSendTime(seconds: number): string {
  return seconds <= 90
    ? t('queue.sentIn', { seconds })
    : t('queue.sentInTime', { time: formatTimeLeft(seconds * 1000) })
}

/** What something waits for although nothing stops it. */
export function formatWait({
  name,
  ms,
  isPaused,
}: NonNullable<JobSummary['waitsFor']> & { isPaused?: boolean }): string {
  const isLong = ms !== undefined && ms >= 60_000
  const length = isLong ? 'long' : ms === undefined ? 'unknown' : 'short'
  const values = { run: escapeBidi(name), time: isLong ? formatTimeLeft(ms) : '' }
  return t('runs.waitsFor', { ...values, wait: isPaused ? 'paused' : length })
}

function formatNextTry(action: QueuedAction, seconds: number, now: number): string {
  const { notBefore, attempts, waitsFor } = action
  if (seconds <= 0) return waitsFor ? formatWait(waitsFor) : t('queue.waitsForTurn')
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

/** Reports whether an action moved, and how many others for the same user moved along. */
export function formatMove(queued: QueuedAction, to: QueuePlace, count: number): string {
  const action = actionTitle(queued)
  const isUp = to === 'first' || to === 'up'
  if (count === 0) return t('queue.alreadyAt', { action, end: isUp ? 'first' : 'last' })
  return t('queue.moved', { action, others: count - 1 })
}

/** Whether a conflict’s user has changed. If not, the action only needs confirmation. */
export function hasUserChanged({ target, usernameNow, after = target.state }: QueuedAction) {
  return usernameNow !== undefined || after !== target.state
}

/** Sums up conflicts of the same kind in one sentence. */
export function formatConflictKind({ target, usernameNow, after, failure }: QueuedAction): string {
  if (usernameNow !== undefined) return t('queue.kindRenamed')
  if (after !== undefined && after !== target.state) {
    return t('queue.kindState', { state: userStateMessage(after) })
  }
  return failure?.message ?? t('queue.userChanged')
}

/** Joins a failure’s message and hint. */
export function failureText({ message, hint }: Failure): string {
  return [message, hint].filter(Boolean).join(' ')
}

/**
 * An action’s failure as its row shows it; undefined without one, or if its status already says so. A failure of the
 * whole account holds only while it’s what the queue waits for (`waiting`). Latchkey retries by itself, so hints to try
 * again are left out.
 */
export function rowFailureText(
  { state, failure }: Pick<QueuedAction, 'state' | 'failure'>,
  waiting: Failure | undefined,
): string | undefined {
  if (!failure || state === 'conflict' || state === 'expired') return undefined
  if (state !== 'ready') return failureText(failure)
  if (concernsAccount(failure) && failure.message !== waiting?.message) return undefined
  return needsDecision(failure) ? failureText(failure) : failure.message
}

function concernsAccount(failure: Failure): boolean {
  return isUnreachable(failure) || failure.kind === 'service-error' || needsDecision(failure)
}

/**
 * The most common failure, so that it’s shown only once; undefined if no two actions share one. The title omits the
 * count if `actions` is only part of the `total`. `waiting` is what the queue waits for.
 */
export function sharedFailure(
  actions: readonly QueuedAction[],
  total: number,
  waiting: Failure | undefined,
): { text: string; title: string; failure: Failure; isExpected: boolean } | undefined {
  const shown = actions.filter((action) => rowFailureText(action, waiting) !== undefined)
  const groups = Map.groupBy(shown, (action) => rowFailureText(action, waiting)!)
  const [largest] = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  if (!largest || largest[1].length < 2) return undefined
  const [text, failed] = largest
  const failure = failed[0]!.failure!
  const { length: count } = failed
  const title = total > actions.length ? text : t('queue.sharedFailureOf', { count, reason: text })
  return { text, title, failure, isExpected: failed.every(isFailureExpected) }
}

/** Whether a failure will resolve itself or is just a notice. */
export function isFailureExpected({ state, failure }: QueuedAction): boolean {
  return state === 'done' || (state === 'ready' && !needsDecision(failure))
}

/** A user’s state after an action. */
export function formatStateAfter(after: string): string {
  return after === 'gone'
    ? t('queue.accountGone')
    : t('queue.stateOnGitLab', { state: userStateLabel(after) })
}

/** Which controls an action’s state allows. */
export function actionControls({ action, state, notBefore }: QueuedAction, now: number) {
  return {
    cancel: pendingStates.includes(state),
    reschedule: state === 'scheduled',
    edit: unsentStates.includes(state),
    sendNow: state === 'undoable' || (state === 'ready' && notBefore > now),
    look: state === 'unknown',
    // Other actions are resent automatically once it’s certain that they didn’t happen.
    resend: state === 'unknown' && isDeletion(action),
    retry: state === 'refused' || state === 'expired' || state === 'cancelled',
    decide: state === 'conflict',
  }
}

/** When waiting actions will resume on their own. */
export function formatResuming({ retryAt }: Failure, now: number): string {
  if (retryAt === undefined) return t('queue.resumesLater')
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  if (seconds <= 60) return t('queue.resumesIn', { seconds })
  return t('queue.resumesAt', { when: formatMoment(retryAt, now) })
}

/** Why actions are on hold. */
export function formatHold(reason: HoldReason, cause: HoldCause | undefined): string {
  return t(reason === 'token' ? `queue.held_token_${cause ?? 'replaced'}` : `queue.held_${reason}`)
}

/** Estimates how long items will take. `pace` is the instance’s measured items per second; undefined if unknown. */
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

/** Whether only the user can unblock an action, by fixing a token, a permission or a locked keychain. */
export function needsDecision(failure: Failure | undefined): boolean {
  return failure !== undefined && ['unauthorized', 'forbidden', 'keychain'].includes(failure.kind)
}
