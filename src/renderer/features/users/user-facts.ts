import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type TimeFormat, fullDay, fullDayOfMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** A labeled value in the header of a user’s page. */
export interface UserFact {
  label: string
  text: string
  /** The text to copy. */
  copy?: string
}

/** The facts that administrators look for first, without unknown ones. */
export function userFacts(user: UserForAdmins, place?: TimeFormat): UserFact[] {
  const signedIn = user.current_sign_in_at ?? user.last_sign_in_at
  const facts: (Omit<UserFact, 'text'> & { text: string | undefined })[] = [
    { label: t('fields.email'), text: user.email ?? undefined, copy: user.email ?? undefined },
    {
      label: t('fields.created'),
      text: user.created_at ? dayOf(user.created_at, place) : undefined,
    },
    { label: t('fields.lastSignIn'), text: textOf(signedIn, (at) => dayOf(at, place)) },
    {
      label: t('fields.lastActivity'),
      text: textOf(user.last_activity_on, (day) => fullDay(day, place?.locale)),
    },
  ]
  return facts.filter((fact): fact is UserFact => fact.text !== undefined)
}

function textOf(value: string | null | undefined, format: (value: string) => string) {
  if (value === undefined) return undefined
  return value ? format(value) : t('user.never')
}

function dayOf(moment: string, place?: TimeFormat): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : fullDayOfMoment(at, place)
}
