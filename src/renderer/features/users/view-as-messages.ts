import { type Moderator, dormantDays, objectionTo } from '../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/rules/viewed-activity.ts'
import { utcDay, utcDayIn } from '../../../shared/rules/utc-days.ts'
import { t } from '../../ui/messages.ts'
import { fullDay } from '../../ui/time/moments.ts'

/** Warns about how viewing as a user changes their last activity. Takes the user as GitLab sent them. */
export function viewWarning(
  user: UserForAdmins,
  viewed: ViewedActivity | undefined,
  moderator: Moderator,
): string {
  const { username, last_activity_on: day } = user
  const today = utcDay(moderator.now)
  if (day === undefined || (day && day.slice(0, 10) >= today)) {
    return t('viewAs.countsAsActivity', { username })
  }
  const change = day
    ? t('viewAs.activityChanges', { username, day: formatDay(day) })
    : t('viewAs.activityChangesFromNever', { username })
  const own = { ...user, last_activity_on: ownActivity(day, viewed) }
  if (objectionTo('deactivate', own, moderator)) return change
  return `${change} ${t('viewAs.staysDormant', { days: dormantDays })}`
}

/** Explains a viewed user’s last activity. Takes the user with their own last activity. */
export function viewAsActivityMessage(
  user: UserForAdmins,
  { before, last }: ViewedActivity,
  moderator: Moderator,
): string {
  const day = formatDay(last)
  const change =
    before === null
      ? t('viewAs.changedFromNever', { day })
      : t('viewAs.changedFrom', { before: formatDay(before), day })
  if (objectionTo('deactivate', user, moderator)) return change
  const end = formatDay(utcDayIn(dormantDays, Date.parse(last)))
  return `${change} ${t('viewAs.noDeactivation', { day: end })}`
}

function formatDay(day: string): string {
  return fullDay(day.slice(0, 10))
}
