import { type UnusualKind, unusualKinds } from '../../../../shared/app/queue.ts'
import {
  type DirectoryUser,
  type ModerationAction,
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
  action: ModerationAction,
  users: readonly DirectoryUser[],
  now: number,
): { kind: UnusualKind; count: number }[] {
  const recentDay = firstRecentDay(now)
  return unusualKinds.flatMap((kind) => {
    if (kind === 'recentlyActive' && moderationRules[action].becomes === 'active') return []
    const count = users.reduce((sum, user) => sum + Number(isUnusual(kind, user, recentDay)), 0)
    return count > 0 ? [{ kind, count }] : []
  })
}

/** Whether an action would leave no active administrator but the acting one. */
export function isLastAdministrator(
  action: ModerationAction,
  affectedUsers: readonly DirectoryUser[],
  administrators: Iterable<DirectoryUser>,
  actor: number,
): boolean {
  const { becomes } = moderationRules[action]
  const affected = new Set(affectedUsers.filter((user) => user.is_admin).map(({ id }) => id))
  if (affected.size === 0 || becomes === undefined || becomes === 'active') return false
  for (const { id, is_admin, state } of administrators) {
    if (is_admin && state === 'active' && id !== actor && !affected.has(id)) return false
  }
  return true
}
