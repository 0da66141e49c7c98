import { createFailure } from '../../platform/failures.ts'
import { isDeletion, isTask, moderationRules } from '../../../shared/rules/moderation.ts'
import { type UserOrGone, compare, currentStateOf } from './compare.ts'
import { toConflict } from './conflict.ts'
import { toFailureOrThrow } from '../../jobs/item-context.ts'
import type { JobOutcome } from '../../jobs/job-kind.ts'
import { type ActionContext, readTargetUser } from './read-user.ts'
import type { Attempt } from './compare.ts'
import { acceptedOutcome } from './moderate.ts'
import { addNote } from './note.ts'
import { tasks } from './tasks/tasks.ts'

/** A sent action with an unknown outcome. */
export interface LostAttempt extends Attempt {
  /** Whether GitLab accepted it. */
  accepted: boolean
}

/** Determines the outcome from the user's current state. Doesn't resend the action as long as it may have happened. */
export async function reconcile(
  actionContext: ActionContext,
  lost: LostAttempt,
): Promise<JobOutcome> {
  let current: UserOrGone
  try {
    current = await readTargetUser(actionContext, lost.target.id)
  } catch (error) {
    return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: lost.accepted }
  }
  const comparison = compare({ ...lost, expectedState: lost.before ?? lost.expectedState }, current)
  if (comparison === 'reached') {
    const noteResult = await addNote(actionContext, lost, current, { mayBeThere: true })
    return { kind: 'done', after: currentStateOf(current), sent: true, ...noteResult }
  }
  if (lost.accepted) return await acceptedOutcome(actionContext, lost, current, { again: true })
  if (current === 'gone')
    return {
      kind: 'refused',
      failure: createFailure('queue.goneUnconfirmed'),
      after: 'gone',
      sent: true,
    }
  const runs =
    isDeletion(lost.action) && current.state === moderationRules[lost.action].intermediateState
  if (comparison === 'other' && runs)
    return { kind: 'unknown', failure: createFailure('queue.deletionLikely'), accepted: false }
  if (comparison !== 'as-before')
    return toConflict({ ...lost, expectedState: lost.before }, current)
  if (isTask(lost.action)) return await tasks[lost.action].reconcile(actionContext, lost, current)
  // GitLab deletes in the background, so the deletion may yet succeed even if the user still exists.
  if (isDeletion(lost.action))
    return { kind: 'unknown', failure: createFailure('queue.deletionUnconfirmed'), accepted: false }
  return { kind: 'again' }
}
