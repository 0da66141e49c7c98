import { answerField } from '../../../shared/rules/user-fields.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { layoutOf, profileGroups } from '../../components/profile/profile-fields.ts'
import type { ProfileGroup } from '../../components/profile/profile-fields.ts'

/** A user’s profile. */
export const overviewLayout = layoutOf('page', [
  'fields.groupIdentity',
  'fields.groupPublicProfile',
  'fields.groupPaidTiers',
])

/** How a user signs in, and their permissions. Identities have their own list. */
export const accessLayout = layoutOf('page', ['fields.groupSignIn', 'fields.groupPermissions'])

/** Groups the overview’s fields. Unknown fields are last and shown unchanged. */
export function overviewGroups(user: UserForAdmins): ProfileGroup[] {
  const unnamed = Object.entries(user).filter(
    ([key]) => key !== 'custom_attributes' && !answerField(key),
  )
  const groups = profileGroups(user, overviewLayout)
  if (unnamed.length === 0) return groups
  const filled = unnamed.map(([key, value]) => ({
    key,
    label: key,
    kind: 'text' as const,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  return [...groups, { title: t('fields.groupOther'), filled, empty: [] }]
}
