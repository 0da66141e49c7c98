import { type UnusualKind, unusualKinds } from '../../../../shared/app/bulk.ts'
import {
  type DirectoryUser,
  type QueueAction,
  isBot,
  moderationRules,
} from '../../../../shared/moderation.ts'

/** Days of activity that count as recent. */
const recentDays = 90

/** Whether a user is unusual in a kind. `recentDay` is from `firstRecentDay`. */
export function isUnusual(kind: UnusualKind, user: DirectoryUser, recentDay: string): boolean {
  if (kind === 'administrators') return user.is_admin === true
  if (kind === 'bots') return isBot(user)
  return (user.last_activity_on ?? '') >= recentDay
}

/** The first day that counts as recent at a moment, as `YYYY-MM-DD`. */
export function firstRecentDay(now: number): string {
  return new Date(now - recentDays * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

/** How many users are unusual, by kind. Activity is unusual only for actions after which users can do less. */
export function countUnusual(
  actions: readonly QueueAction[],
  users: readonly DirectoryUser[],
  now: number,
): { kind: UnusualKind; count: number }[] {
  const recentDay = firstRecentDay(now)
  return unusualKinds.flatMap((kind) => {
    if (kind === 'recentlyActive' && finalState(actions) === 'active') return []
    const count = users.reduce((sum, user) => sum + Number(isUnusual(kind, user, recentDay)), 0)
    return count > 0 ? [{ kind, count }] : []
  })
}

/** Whether an action would leave no active administrator but the acting one. */
export function isLastAdministrator(
  actions: readonly QueueAction[],
  affectedUsers: readonly DirectoryUser[],
  administrators: Iterable<DirectoryUser>,
  actor: number,
): boolean {
  const becomes = finalState(actions)
  const affected = new Set(affectedUsers.filter((user) => user.is_admin).map(({ id }) => id))
  if (affected.size === 0 || becomes === undefined || becomes === 'active') return false
  for (const { id, is_admin, state } of administrators) {
    if (is_admin && state === 'active' && id !== actor && !affected.has(id)) return false
  }
  return true
}

/** The state after all actions; undefined where none of them changes it. */
function finalState(actions: readonly QueueAction[]): string | undefined {
  return actions.map((action) => moderationRules[action].becomes).findLast(Boolean)
}
