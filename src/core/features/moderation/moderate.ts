import { createFailure } from '../../platform/failures.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import {
  type QueueAction,
  isTask,
  moderationLabel,
  moderationRules,
  objectionTo,
  userStateMessage,
} from '../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { keepReason } from '../../../shared/rules/sign-ins.ts'
import { moderation, twoFactor } from '../../../shared/gitlab/moderation.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type Attempt, type UserOrGone, isReached, compare, currentStateOf } from './compare.ts'
import { becameAdmin, toConflict } from './conflict.ts'
import { refusalFor } from '../../jobs/failures.ts'
import { assertAdmin, toFailureOrThrow } from '../../jobs/item-context.ts'
import type { JobOutcome, PreparedWrite } from '../../jobs/job-kind.ts'
import { failedWriteOutcome } from '../../jobs/write-outcome.ts'
import { type ActionContext, readTargetUser } from './read-user.ts'
import { type SentAt, addNote } from './note.ts'
import type { ActionRow, ActionCondition } from './action-store.ts'
import { tasks } from './tasks/tasks.ts'

/**
 * Prepares one attempt at an action, which reads the user, sends the request, and reads the user again. Guarantee: the
 * second read, not the response, decides whether the action is done.
 */
export async function prepareAction(
  actionContext: ActionContext,
  attempt: ActionRow,
): Promise<JobOutcome | PreparedWrite<ActionRow>> {
  let current: UserOrGone
  try {
    current = await readTargetUser(actionContext, attempt.target.id)
  } catch (error) {
    const { snapshot } = attempt
    const keepsSnapshot = isTask(attempt.action) && snapshot !== undefined
    return { kind: 'delayed', failure: toFailureOrThrow(error), ...(keepsSnapshot && { snapshot }) }
  }
  const settled = checkBeforeSending(actionContext, attempt, current)
  if (settled) return settled
  if (current !== 'gone' && isTask(attempt.action)) {
    return await tasks[attempt.action].prepare(actionContext, attempt, current)
  }
  const snapshot: SentAt = { at: actionContext.now() }
  return {
    before: currentStateOf(current),
    snapshot,
    send: (committed) => sendAndVerify(actionContext, committed),
  }
}

/** The outcome if nothing needs to be sent. */
function checkBeforeSending(
  actionContext: ActionContext,
  attempt: Attempt,
  current: UserOrGone,
): JobOutcome | undefined {
  const comparison = compare(attempt, current)
  if (comparison === 'reached') {
    const after = currentStateOf(current)
    // An earlier read showed that it wasn't done, so our own request most likely arrived late.
    if (attempt.before !== undefined) return { kind: 'done', after, sent: true }
    return { kind: 'done', after, sent: false, notice: alreadyDoneNotice(attempt.action) }
  }
  if (current === 'gone')
    return { kind: 'refused', failure: createFailure('queue.userGone'), after: 'gone', sent: false }
  if (comparison !== 'as-before') return toConflict(attempt, current)
  const conditions = conditionsOf(attempt)
  if (conditions.onlyIfNoAdmin && current.is_admin) return becameAdmin(attempt, current)
  const reason = conditions.onlyIfNeverSignedIn ? keepReason(current) : undefined
  if (reason) return refusedHere(reason, current)
  const objection = objectionTo(attempt.action, current, {
    id: actionContext.actorId,
    now: actionContext.now(),
  })
  return objection && refusedHere(objection.text, current)
}

function conditionsOf({ action, parameters }: Attempt): ActionCondition {
  return (!isTask(action) && (parameters as ActionCondition | undefined)) || {}
}

function refusedHere(reason: Message, { state }: UserForAdmins): JobOutcome {
  return { kind: 'refused', failure: refusalFor(reason), after: state, sent: false }
}

async function sendAndVerify(actionContext: ActionContext, attempt: Attempt): Promise<JobOutcome> {
  try {
    await send(actionContext, attempt)
  } catch (error) {
    return await afterFailure(actionContext, attempt, toFailureOrThrow(error))
  }
  return await afterSuccess(actionContext, attempt)
}

async function send({ call }: ActionContext, { action, target: { id } }: Attempt): Promise<void> {
  if (action === 'disable_two_factor') await call(twoFactor.disable, { id })
  else if (action === 'delete') await call(users.remove, { id })
  else if (action === 'hard_delete') await call(users.remove, { id, hard_delete: true })
  else if (!isTask(action)) await call(moderation[action], { id })
}

async function afterSuccess(actionContext: ActionContext, attempt: Attempt): Promise<JobOutcome> {
  let current: UserOrGone
  try {
    current = await readTargetUser(actionContext, attempt.target.id)
  } catch (error) {
    return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: true }
  }
  return await acceptedOutcome(actionContext, attempt, current)
}

/** The outcome once GitLab has accepted the action. `again`: an earlier attempt may have written the note. */
export async function acceptedOutcome(
  actionContext: ActionContext,
  attempt: Attempt,
  current: UserOrGone,
  { again = false } = {},
): Promise<JobOutcome> {
  const after = currentStateOf(current)
  const { action } = attempt
  const { proof } = moderationRules[action]
  if (current === 'gone' || isReached(action, current) || (proof && proof(current) === undefined)) {
    const noteResult = await addNote(actionContext, attempt, current, { mayBeThere: again })
    return { kind: 'done', after, sent: true, ...noteResult }
  }
  if (moderationRules[action].resultingState === 'gone') {
    return { kind: 'done', after, sent: true, notice: createFailure('queue.deletionRuns') }
  }
  return { kind: 'refused', failure: noEffectFailure(action), after, sent: true }
}

async function afterFailure(
  actionContext: ActionContext,
  attempt: Attempt,
  failure: UnformattedFailure,
): Promise<JobOutcome> {
  const outcome = failedWriteOutcome(failure)
  if (outcome === 'unknown') return { kind: 'unknown', failure, accepted: false }
  if (failure.reason === 'read-only-instance') return { kind: 'delayed', failure }
  try {
    // GitLab's response is the same for former administrators as for administrators without Admin Mode.
    if (failure.status === 403) await assertAdmin(actionContext)
  } catch (error) {
    return { kind: 'delayed', failure: toFailureOrThrow(error) }
  }
  if (outcome === 'not-done') return { kind: 'delayed', failure }
  return await verifyAfterRefusal(actionContext, attempt, failure)
}

/** Checks whether another administrator or an earlier attempt that arrived late has performed the action. */
async function verifyAfterRefusal(
  actionContext: ActionContext,
  attempt: Attempt,
  failure: UnformattedFailure,
): Promise<JobOutcome> {
  let current: UserOrGone
  try {
    current = await readTargetUser(actionContext, attempt.target.id)
  } catch {
    return { kind: 'refused', failure, sent: true }
  }
  const after = currentStateOf(current)
  if (!isReached(attempt.action, current)) return { kind: 'refused', failure, after, sent: true }
  return { kind: 'done', after, sent: false, notice: alreadyDoneNotice(attempt.action) }
}

function alreadyDoneNotice(action: QueueAction): UnformattedFailure {
  const { resultingState = '', already } = moderationRules[action]
  if (resultingState === 'gone') return createFailure('queue.alreadyGone')
  return {
    kind: 'conflict',
    message:
      already ?? message('queue.alreadyInState', { state: userStateMessage(resultingState) }),
  }
}

function noEffectFailure(action: QueueAction): UnformattedFailure {
  return createFailure('queue.noEffect', { action: message(moderationLabel(action)) })
}
