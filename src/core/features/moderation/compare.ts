import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type QueueAction, moderationRules } from '../../../shared/rules/moderation.ts'

export interface ExpectedUser {
  action: QueueAction
  target: { id: number; username: string }
  /** The state the user must be in; absent if any state is allowed. */
  expectedState?: string
}

/** One attempt of an action. */
export interface Attempt extends ExpectedUser {
  reason?: string
  note: boolean
  /** The user's state before sending; absent if it was never sent. */
  before?: string
  /** The changes that a task makes. */
  parameters?: unknown
  /** Data that a task read before sending, or `SentAt`. */
  snapshot?: unknown
  /** The results of a task's earlier attempts, and how many there were. */
  result?: unknown
  attempts?: number
}

/** A freshly read user, or `gone` if the ID no longer exists. */
export type UserOrGone = UserForAdmins | 'gone'

/**
 * How a user compares with an action's expectations: already in the target state (`reached`), unchanged (`as-before`),
 * `gone`, `renamed`, or in some `other` state.
 */
export type Comparison = 'reached' | 'as-before' | 'gone' | 'renamed' | 'other'

export function compare(
  { action, target, expectedState }: ExpectedUser,
  current: UserOrGone,
): Comparison {
  if (current === 'gone')
    return moderationRules[action].resultingState === 'gone' ? 'reached' : 'gone'
  if (current.username !== target.username) return 'renamed'
  if (isReached(action, current)) return 'reached'
  return expectedState === undefined || current.state === expectedState ? 'as-before' : 'other'
}

/** Whether a user is in the action's target state, regardless of their username. */
export function isReached(action: QueueAction, current: UserOrGone): boolean {
  const { resultingState, proof } = moderationRules[action]
  if (current === 'gone') return resultingState === 'gone'
  if (proof) return proof(current) === true
  return current.state === resultingState
}

export function currentStateOf(current: UserOrGone): string {
  return current === 'gone' ? 'gone' : current.state
}
