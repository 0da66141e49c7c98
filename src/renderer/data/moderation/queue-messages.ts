import { nameInWords } from '../shown-name.ts'
import { actionWords } from './moderation-messages.ts'
import { momentWords } from '../../ui/time/moments.ts'
import { timeLeft } from '../../ui/time/time-left.ts'
import { userStateWords } from '../user-states.ts'
import type { Failure } from '../../../shared/failure.ts'
import { isDeletion } from '../../../shared/moderation.ts'
import type { QueuePlace, QueueState, QueuedAction } from '../../../shared/app/queue.ts'

/** How a state of a queued action is called and coloured. */
export const queueStateLook: Record<QueueState, { label: string; tone: string }> = {
  undoable: { label: 'Can be undone', tone: 'brass' },
  ready: { label: 'Queued', tone: '' },
  sending: { label: 'In progress', tone: 'primary' },
  unknown: { label: 'Outcome unknown', tone: 'warning' },
  conflict: { label: 'Needs a decision', tone: 'warning' },
  done: { label: 'Done', tone: 'primary' },
  refused: { label: 'Refused', tone: 'danger' },
  expired: { label: 'Too late', tone: 'warning' },
  cancelled: { label: 'Cancelled', tone: '' },
}

/** "Block Anna", for labels. */
export function orderWords({ action, target }: Pick<QueuedAction, 'action' | 'target'>): string {
  return `${actionWords[action].label} ${nameInWords(target)}`
}

/** What holds up more than one action. */
interface Circumstances {
  /** Whether the queue is paused. */
  isPaused?: boolean
  /** Whether the service cannot be reached just now. */
  isAway?: boolean
}

/** What becomes of an action next, or what became of it, in one sentence; nothing where its state says it all. */
export function queueSentence(
  action: QueuedAction,
  now: number,
  { isPaused, isAway }: Circumstances = {},
): string | undefined {
  const seconds = Math.ceil((action.notBefore - now) / 1000)
  const isUnsent = action.state === 'undoable' || action.state === 'ready'
  if (isPaused && isUnsent) return 'Not sent while the queue is paused.'
  // Of one that was tried before, the next try is known.
  if (isAway && isUnsent && action.attempts === 0) {
    return 'Is sent when the service can be reached.'
  }
  switch (action.state) {
    case 'undoable':
      return seconds > 0 ? `Is sent in ${seconds} s.` : 'Is sent now.'
    case 'ready':
      return nextTry(action, seconds, now)
    case 'unknown':
      return 'It was sent, and the answer never came. What the person is now tells whether it was done.'
    case 'conflict':
      return action.failure?.message ?? 'The person is not as you saw them.'
    case 'expired':
      return (
        action.failure?.message ??
        `It could not be sent before ${momentWords(action.expires, now)}, and is not sent later without being asked for.`
      )
    case 'done':
      return action.after && afterWords(action.after)
    default:
      return undefined
  }
}

function nextTry(action: QueuedAction, seconds: number, now: number): string {
  const { notBefore, attempts, run } = action
  // The run itself tells whether it is paused.
  if (seconds <= 0 && run !== undefined) return 'Queued in this run.'
  if (seconds <= 0) return 'Is sent as soon as it is its turn.'
  const when = seconds < 60 ? `in ${seconds} s` : momentWords(notBefore, now)
  return attempts === 0 ? `Is sent ${when}.` : `Next try ${when}, after ${tries(attempts)}.`
}

/** When it was queued and how long ago that is, or when it ended. */
export function factWords({ created, finished }: QueuedAction, now: number): string {
  if (finished) return `Ended ${momentWords(finished, now)}`
  const age = now - created
  const ago = age >= 60_000 ? ` (${timeLeft(age)} ago)` : ''
  return `Queued ${momentWords(created, now)}${ago}`
}

const places: Record<QueuePlace, [now: string, already: string]> = {
  first: ['is first now', 'is first already'],
  up: ['is one further to the front', 'is first already'],
  down: ['is one further back', 'is last already'],
  last: ['is last now', 'is last already'],
}

/** Where an action went, with how many others on the same person. */
export function placeWords(action: QueuedAction, to: QueuePlace, moved: number): string {
  const [there, already] = places[to]
  const others =
    moved < 2
      ? ''
      : moved === 2
        ? ', and with it the other action on the same person'
        : `, and with it ${moved - 1} other actions on the same person`
  return `${orderWords(action)} ${moved === 0 ? already : there}${others}.`
}

/** "3 actions" */
export function actionCount(count: number): string {
  return count === 1 ? '1 action' : `${count.toLocaleString()} actions`
}

function tries(attempts: number): string {
  return attempts === 1 ? 'one try' : `${attempts} tries`
}

/** How a person was found when read again. */
export function afterWords(after: string): string {
  return after === 'gone' ? 'The account is gone.' : `The service says: ${userStateWords(after)}.`
}

/** What can be done about an action in its state. */
export function waysOf({ action, state, notBefore }: QueuedAction, now: number) {
  return {
    cancel: state === 'undoable' || state === 'ready',
    edit: state === 'undoable' || state === 'ready',
    sendNow: state === 'undoable' || (state === 'ready' && notBefore > now),
    look: state === 'unknown',
    // Anything else is sent again by itself once it is known that it did not happen.
    resend: state === 'unknown' && isDeletion(action),
    retry: state === 'refused' || state === 'expired' || state === 'cancelled',
    decide: state === 'conflict',
  }
}

/** Whether an action is blocked by something that only a person can fix: a token, a right, a locked keychain. */
export function needsPerson(failure: Failure | undefined): boolean {
  return failure !== undefined && ['unauthorized', 'forbidden', 'keychain'].includes(failure.kind)
}
