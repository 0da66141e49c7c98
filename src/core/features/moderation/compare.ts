import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type QueueAction, moderationRules } from '../../../shared/rules/moderation.ts'

/** What an action expects of its user. */
export interface ExpectedUser {
  action: QueueAction
  target: { id: number; username: string }
  /** The state that the user must be in; absent where it does not matter. */
  expectedState?: string
}

/** One try of an action. */
export interface Attempt extends ExpectedUser {
  reason?: string
  note: boolean
  /** The user's state before it was sent; absent where it never was. */
  before?: string
  /** What a task is to change. */
  parameters?: unknown
  /** What a task found when it was sent, or `SentAt`. */
  snapshot?: unknown
  /** What earlier tries of a task found and did. */
  result?: unknown
}

/** A user as read now, or `gone` where no user has that ID. */
export type UserOrGone = UserForAdmins | 'gone'

/**
 * How a user compares with what an action expects: its state is `reached`, they are still `as-before`, or neither: `gone`, `renamed`, or in
 * some `other` state.
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

/** Whether a user is in the state that the action leads to, whatever their username is now. */
export function isReached(action: QueueAction, found: UserOrGone): boolean {
  const { becomes, proof } = moderationRules[action]
  if (found === 'gone') return becomes === 'gone'
  if (proof) return proof(found) === true
  return found.state === becomes
}

export function foundState(found: UserOrGone): string {
  return found === 'gone' ? 'gone' : found.state
}
