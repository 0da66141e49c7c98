import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type QueueAction, moderationRules } from '../../../shared/rules/moderation.ts'

/** The user's state and name that an action expects. */
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
  /** The changes a task makes. */
  parameters?: unknown
  /** Data read by a task before sending, or `SentAt`. */
  snapshot?: unknown
  /** Results of a task's earlier attempts. */
  result?: unknown
}

/** A freshly read user, or `gone` if the ID no longer exists. */
export type UserOrGone = UserForAdmins | 'gone'

/**
 * How a user compares with an action's expectations: already in the target state (`reached`), unchanged (`as-before`), or
 * `gone`, `renamed`, or in some `other` state.
 */
export type Comparison = 'reached' | 'as-before' | 'gone' | 'renamed' | 'other'

export function compare(
  { action, target, expectedState }: ExpectedUser,
  found: UserOrGone,
): Comparison {
  if (found === 'gone') return moderationRules[action].becomes === 'gone' ? 'reached' : 'gone'
  if (found.username !== target.username) return 'renamed'
  if (isReached(action, found)) return 'reached'
  return expectedState === undefined || found.state === expectedState ? 'as-before' : 'other'
}

/** Whether a user is in the action's target state, regardless of their username. */
export function isReached(action: QueueAction, found: UserOrGone): boolean {
  const { becomes, proof } = moderationRules[action]
  if (found === 'gone') return becomes === 'gone'
  if (proof) return proof(found) === true
  return found.state === becomes
}

export function foundState(found: UserOrGone): string {
  return found === 'gone' ? 'gone' : found.state
}
