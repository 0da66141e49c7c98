import { moderationRules } from '../../shared/moderation.ts'
import { type Found, standingOf, stateOf } from './compare.ts'
import { conflictOf } from './conflict.ts'
import { type Means, failureOf, lookAt } from './means.ts'
import { type Attempt, accepted } from './moderate.ts'
import { addNote } from './note.ts'
import type { Outcome } from './outcome.ts'

/** An action that was sent, of which nobody knows what became. */
export interface Lost extends Attempt {
  /** How often it was looked already. */
  looks: number
  /** Whether the service said that it took it. */
  accepted: boolean
}

/** Looks after which a deletion that was not seen to run did not happen. */
const looksForDeletion = 3

/** Finds out by reading. Nothing is sent again as long as it may have happened: the person's state is the proof. */
export async function reconcile(means: Means, lost: Lost): Promise<Outcome> {
  let found: Found
  try {
    found = await lookAt(means, lost.target.id)
  } catch (error) {
    return { kind: 'unknown', failure: failureOf(error), accepted: lost.accepted }
  }
  const standing = standingOf({ ...lost, expects: lost.before ?? lost.expects }, found)
  if (standing === 'reached') {
    const notice = await addNote(means, lost, found)
    return { kind: 'done', after: stateOf(found), sent: true, notice }
  }
  if (lost.accepted) return await accepted(means, lost, found)
  if (found === 'gone') return { kind: 'refused', failure: unseen, after: 'gone', sent: true }
  if (standing !== 'as-before') return conflictOf({ ...lost, expects: lost.before }, found)
  // Deletions take their time, so that somebody is still there does not say yet that it did not happen.
  const mayStillRun = moderationRules[lost.action].becomes === 'gone'
  if (mayStillRun && lost.looks + 1 < looksForDeletion) {
    return { kind: 'unknown', failure: stillThere, accepted: false }
  }
  return { kind: 'again' }
}

const unseen = {
  kind: 'not-found',
  message:
    'No answer came, and this person is not there any more, so nobody can see whether it was done before.',
  hint: 'The account was deleted meanwhile; there is nothing left to do.',
} as const

const stillThere = {
  kind: 'unknown-outcome',
  message: 'No answer came, and the account is still there; perhaps the deletion is running.',
  hint: 'It is looked for again shortly.',
} as const
