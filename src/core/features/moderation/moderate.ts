import type { Failure } from '../../infra/failure.ts'
import { type ModerationAction, moderationRules, objectionTo } from '../../../shared/moderation.ts'
import { moderation, twoFactor } from '../../../shared/service/moderation.ts'
import { users } from '../../../shared/service/users.ts'
import { type Found, type Expectation, isReached, compare, stateOf } from './compare.ts'
import { conflictOf, userGoneFailure } from './conflict.ts'
import { fateOf } from './failures.ts'
import { type ActionContext, failureOf, lookAt, mustBeAdmin } from './action-context.ts'
import { addNote } from './note.ts'
import type { Outcome } from './outcome.ts'

/** One action as it is tried. */
export interface Attempt extends Expectation {
  reason?: string
  note: boolean
  /** The person's state before it was sent; nothing where it never was. */
  before?: string
}

/**
 * Tries one action: looks at the person, sends it, looks again. Promises: nothing is sent before `commit` has said that this
 * is on disk; what is done is what the second look says, not what was answered.
 */
export async function moderate(
  actionContext: ActionContext,
  attempt: Attempt,
  /** Notes that it is about to be sent, and from which state; false where it was taken back meanwhile. */
  commit: (before: string) => boolean | Promise<boolean>,
): Promise<Outcome> {
  let found: Found
  try {
    found = await lookAt(actionContext, attempt.target.id)
  } catch (error) {
    return { kind: 'delayed', failure: failureOf(error) }
  }
  const settled = checkBeforeSending(actionContext, attempt, found)
  if (settled) return settled
  if (!(await commit(stateOf(found)))) return { kind: 'withdrawn' }
  return await sendAndVerify(actionContext, attempt)
}

/** What needs nothing to be sent. */
function checkBeforeSending(
  actionContext: ActionContext,
  attempt: Attempt,
  found: Found,
): Outcome | undefined {
  const comparison = compare(attempt, found)
  if (comparison === 'reached') {
    const after = stateOf(found)
    // Looked for in vain before: what came late was ours, as far as anybody can tell.
    if (attempt.before !== undefined) return { kind: 'done', after, sent: true }
    return { kind: 'done', after, sent: false, notice: already(attempt.action) }
  }
  if (found === 'gone')
    return { kind: 'refused', failure: userGoneFailure, after: 'gone', sent: false }
  if (comparison !== 'as-before') return conflictOf(attempt, found)
  const objection = objectionTo(attempt.action, found, {
    id: actionContext.me,
    now: actionContext.now(),
  })
  if (!objection) return undefined
  const failure: Failure = {
    kind: 'conflict',
    message: objection.text,
    hint: 'Nothing was sent.',
  }
  return { kind: 'refused', failure, after: found.state, sent: false }
}

async function sendAndVerify(actionContext: ActionContext, attempt: Attempt): Promise<Outcome> {
  try {
    await send(actionContext, attempt)
  } catch (error) {
    return await afterFailure(actionContext, attempt, failureOf(error))
  }
  return await afterSuccess(actionContext, attempt)
}

async function send({ call }: ActionContext, { action, target: { id } }: Attempt): Promise<void> {
  if (action === 'disable_two_factor') await call(twoFactor.disable, { id })
  else if (action === 'delete') await call(users.remove, { id })
  else if (action === 'hard_delete') await call(users.remove, { id, hard_delete: true })
  else await call(moderation[action], { id })
}

async function afterSuccess(actionContext: ActionContext, attempt: Attempt): Promise<Outcome> {
  let found: Found
  try {
    found = await lookAt(actionContext, attempt.target.id)
  } catch (error) {
    return { kind: 'unknown', failure: failureOf(error), accepted: true }
  }
  return await accepted(actionContext, attempt, found)
}

/** What a look says after the service said that it took the action; `again` where an earlier try may have written the note. */
export async function accepted(
  actionContext: ActionContext,
  attempt: Attempt,
  found: Found,
  { again = false } = {},
): Promise<Outcome> {
  const after = stateOf(found)
  const { action } = attempt
  const cannotTell = action === 'disable_two_factor' && twoFactorOf(found) === undefined
  if (isReached(action, found) || found === 'gone' || cannotTell) {
    const noted = await addNote(actionContext, attempt, found, { mayBeThere: again })
    return { kind: 'done', after, sent: true, ...noted }
  }
  if (moderationRules[action].becomes === 'gone') {
    return { kind: 'done', after, sent: true, notice: deletionRuns }
  }
  return { kind: 'refused', failure: withoutEffect(action), after, sent: true }
}

async function afterFailure(
  actionContext: ActionContext,
  attempt: Attempt,
  failure: Failure,
): Promise<Outcome> {
  const fate = fateOf(failure)
  if (fate === 'unsure') return { kind: 'unknown', failure, accepted: false }
  try {
    // Whoever is no administrator any more is answered as one without Admin Mode is.
    if (failure.status === 403) await mustBeAdmin(actionContext)
  } catch (error) {
    return { kind: 'delayed', failure: failureOf(error) }
  }
  if (fate === 'not-done') return { kind: 'delayed', failure }
  return await verifyAfterRefusal(actionContext, attempt, failure)
}

/** Somebody else, or an earlier try of ours that came late, may have done it. */
async function verifyAfterRefusal(
  actionContext: ActionContext,
  attempt: Attempt,
  failure: Failure,
): Promise<Outcome> {
  let found: Found
  try {
    found = await lookAt(actionContext, attempt.target.id)
  } catch {
    return { kind: 'refused', failure, sent: true }
  }
  const after = stateOf(found)
  if (!isReached(attempt.action, found)) return { kind: 'refused', failure, after, sent: true }
  return { kind: 'done', after, sent: false, notice: already(attempt.action) }
}

function twoFactorOf(found: Found): boolean | undefined {
  return found === 'gone' ? undefined : (found.two_factor_enabled ?? undefined)
}

function already(action: ModerationAction): Failure {
  const { becomes } = moderationRules[action]
  const what =
    becomes === 'gone'
      ? 'The account was gone already'
      : becomes === undefined
        ? 'Two-factor authentication was off already'
        : 'Somebody had done it already'
  return { kind: 'conflict', message: `${what}, so nothing was changed from here.` }
}

const deletionRuns: Failure = {
  kind: 'conflict',
  message: 'The deletion was accepted and is running; the account is still there.',
  hint: 'The service removes it in its own time.',
}

function withoutEffect(action: ModerationAction): Failure {
  return {
    kind: 'conflict',
    message: `The service accepted “${action}”, but it changed nothing.`,
    hint: 'Look at the person, then decide anew.',
  }
}
