import { dormantDays, objectionTo } from '../../../shared/moderation.ts'
import type { Moderator } from '../../../shared/moderation.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/viewed-activity.ts'
import { fullDay } from '../../ui/time/moments.ts'

/** What a user's last activity becomes by viewing as them. `user` is as the service sent them. */
export function viewWarning(
  user: AdminUser,
  viewed: ViewedActivity | undefined,
  moderator: Moderator,
): string {
  const { username, last_activity_on: day } = user
  const counts = `GitLab counts viewing as @${username} as their activity today`
  const today = new Date(moderator.now).toISOString().slice(0, 10)
  if (day === undefined) return `${counts}.`
  if (day && day.slice(0, 10) >= today) {
    return `${counts}. Their last activity is today already, so the date doesn't change.`
  }
  const change = `${counts}: their last activity changes from ${dayWords(day)} to today.`
  const own = { ...user, last_activity_on: ownActivity(day, viewed) }
  if (objectionTo('deactivate', own, moderator)) return change
  return `${change} Latchkey still treats them as dormant, but GitLab may refuse to deactivate them for ${dormantDays} days.`
}

/** Whose date a user's page shows. `user` is with their own last activity. */
export function viewAsActivityMessage(
  user: AdminUser,
  viewed: ViewedActivity,
  moderator: Moderator,
): string {
  const before =
    viewed.before === null ? 'Never active' : `Last activity ${dayWords(viewed.before)}`
  const change = `${before}; changed to ${dayWords(viewed.last)} by viewing as this user.`
  if (objectionTo('deactivate', user, moderator)) return change
  const until = Date.parse(`${viewed.last}T00:00:00Z`) + dormantDays * 86_400_000
  return `${change} GitLab may refuse to deactivate them until ${dayWords(new Date(until).toISOString().slice(0, 10))}.`
}

function dayWords(day: string | null): string {
  return day === null ? 'never' : fullDay(day.slice(0, 10))
}
