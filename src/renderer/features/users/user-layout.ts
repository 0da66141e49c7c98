import type { MessageId } from '../../../shared/messages/message.ts'
import { type UserFieldName, answerField } from '../../../shared/rules/user-fields.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { layoutOf, profileGroups } from '../../components/profile/profile-fields.ts'
import type { ProfileGroup, ProfileLayout } from '../../components/profile/profile-fields.ts'

/** The fields at the top of the page. */
export const headerFields = [
  ...(['name', 'username', 'id', 'email', 'state', 'created_at'] as const),
  ...(['last_activity_on', 'two_factor_enabled', 'locked'] as const),
] satisfies UserFieldName[]

/** A user’s profile. */
export const overviewLayout = restOf(
  'fields.groupIdentity',
  'fields.groupPublicProfile',
  'fields.groupPaidTiers',
)

/** How a user signs in, and their permissions. Identities have their own list. */
export const accessLayout = restOf('fields.groupSignIn', 'fields.groupPermissions')

/** The groups’ fields that aren’t at the top of the page. */
function restOf(...titles: MessageId[]): ProfileLayout {
  const isBelow = (name: UserFieldName) => !headerFields.some((shown) => shown === name)
  return layoutOf('page', titles).map(({ title, fields }) => ({
    title,
    fields: fields.filter(isBelow),
  }))
}

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
