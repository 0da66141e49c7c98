import type { QueueState, QueuedAction } from '../../../shared/app/queue.ts'
import { actionWords } from './moderation-messages.ts'
import { nameInWords } from '../shown-name.ts'
import { userStateWords } from '../user-states.ts'

const over: readonly QueueState[] = ['conflict', 'done', 'refused', 'expired', 'cancelled']

/** Whether nothing more happens to an action by itself. */
export function isFinal({ state }: Pick<QueuedAction, 'state'>): boolean {
  return over.includes(state)
}

/** What is happening, in one sentence: "Blocking Anna in 5 s." */
export function underWayWords(
  action: QueuedAction,
  /** Whether the service cannot be reached just now. */
  isAway = false,
): string {
  const { state, notBefore, created, failure, target } = action
  const { doing, label } = actionWords[action.action]
  const what = `${doing} ${nameInWords(target)}`
  if (isAway && !failure && (state === 'undoable' || state === 'ready')) {
    return `${label} ${nameInWords(target)}: queued until the service can be reached.`
  }
  if (state === 'undoable') return `${what} in ${Math.round((notBefore - created) / 1000)} s.`
  if (state === 'unknown') {
    return `${what}: the answer never came, so Latchkey looks whether it was done.`
  }
  return failure ? `${what} is delayed. ${failure.message}` : `${what}…`
}

/** What came of an action that is over, in one sentence. */
export function outcomeWords(action: QueuedAction): string {
  const { state, after, failure, target } = action
  const name = nameInWords(target)
  const { label, done } = actionWords[action.action]
  switch (state) {
    case 'done':
      // Done, but for example without the note that was wanted too.
      return `${name} is ${done}.${failure ? ` ${failure.message}` : ''}`
    case 'refused':
      return failure?.status === undefined
        ? `${label} ${name}: ${failure?.message ?? 'refused.'}`
        : `The service refused to act on ${name}: ${failure.message}`
    case 'conflict':
      return `${name} ${conflictWords(action)}. Decide what to do.`
    case 'expired':
      return `${label} ${name}: it could not be sent in time, and nothing was done.`
    default:
      return after === undefined
        ? `Cancelled. Nothing was done to ${name}.`
        : `Nothing was done to ${name}: ${userStateWords(after).toLowerCase()}.`
  }
}

/** How a person differs from how they were seen, as the end of a sentence that begins with their name. */
function conflictWords({ after, usernameNow, target }: QueuedAction): string {
  if (after === 'gone') return 'is gone'
  if (usernameNow !== undefined) return `is called @${usernameNow} now`
  if (after !== undefined && after !== target.state) {
    return `is ${userStateWords(after).toLowerCase()} now`
  }
  return 'is not as you saw them'
}
