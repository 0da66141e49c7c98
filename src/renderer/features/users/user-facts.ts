import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { fullDay, fullMoment, formatDay, shortDayOf } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** When a user was last active and when they were created, without unknown dates. */
export function userFacts({ last_activity_on: seen, created_at: created }: UserForAdmins) {
  const at = Date.parse(created ?? '')
  const facts = [
    seen !== undefined && {
      label: t('fields.lastActivity'),
      value: seen === null ? t('user.never') : shortDayOf(seen),
      title: seen === null ? undefined : fullDay(seen),
    },
    !Number.isNaN(at) && {
      label: t('fields.created'),
      value: formatDay(at),
      title: fullMoment(at),
    },
  ]
  return facts.filter((fact) => fact !== false)
}
