import type { Failure } from '../../infra/failure.ts'
import { isDeletion, moderationRules } from '../../../shared/moderation.ts'
import { type Found, compare, stateOf } from './compare.ts'
import { conflictOf } from './conflict.ts'
import { type ActionContext, failureOf, lookAt } from './action-context.ts'
import { type Attempt, accepted } from './moderate.ts'
import { addNote } from './note.ts'
import type { Outcome } from './outcome.ts'

/** An action that was sent, of which nobody knows what became. */
export interface Lost extends Attempt {
  /** Whether the service said that it took it. */
  accepted: boolean
}

/** Finds out by reading. Nothing is sent again as long as it may have happened: the person's state is the proof. */
export async function reconcile(actionContext: ActionContext, lost: Lost): Promise<Outcome> {
  let found: Found
  try {
    found = await lookAt(actionContext, lost.target.id)
  } catch (error) {
    return { kind: 'unknown', failure: failureOf(error), accepted: lost.accepted }
  }
  const comparison = compare({ ...lost, expects: lost.before ?? lost.expects }, found)
  if (comparison === 'reached') {
    const noted = await addNote(actionContext, lost, found, { mayBeThere: true })
    return { kind: 'done', after: stateOf(found), sent: true, ...noted }
  }
  if (lost.accepted) return await accepted(actionContext, lost, found, { again: true })
  if (found === 'gone') return { kind: 'refused', failure: unseen, after: 'gone', sent: true }
  const runs = isDeletion(lost.action) && found.state === moderationRules[lost.action].meanwhile
  if (comparison === 'other' && runs) return { kind: 'unknown', failure: runsNow, accepted: false }
  if (comparison !== 'as-before') return conflictOf({ ...lost, expects: lost.before }, found)
  // A service deletes in its own time, so that somebody is still there never says that it did not happen.
  if (isDeletion(lost.action)) return { kind: 'unknown', failure: stillThere, accepted: false }
  return { kind: 'again' }
}

const unseen: Failure = {
  kind: 'not-found',
  message:
    'No answer came, and this person is not there any more, so nobody can see whether it was done before.',
  hint: 'The account was deleted meanwhile; there is nothing left to do.',
}

const stillThere: Failure = {
  kind: 'unknown-outcome',
  message: 'The service did not answer, and the account still exists. The deletion may be running.',
  hint: 'Latchkey keeps checking. Send it again only if you are sure that it was not received.',
}

const runsNow: Failure = {
  kind: 'unknown-outcome',
  message: 'The service did not answer, but blocked the account. The deletion is probably running.',
  hint: 'Latchkey keeps checking until the account is gone.',
}
