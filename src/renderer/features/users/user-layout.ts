import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { profileCatalog } from '../../data/profile/profile-catalog.ts'
import { profileGroups } from '../../data/profile/profile-fields.ts'
import type { ProfileGroup, ProfileLayout } from '../../data/profile/profile-fields.ts'

/** Who a user is. */
export const overviewLayout: ProfileLayout = [
  {
    title: 'fields.groupIdentity',
    fields: [
      'name',
      'username',
      'id',
      'state',
      'email',
      'commit_email',
      'bot',
      'created_at',
      'created_by',
      'web_url',
      'avatar_url',
      'namespace_id',
      'note',
    ],
  },
  {
    title: 'fields.groupPublicProfile',
    fields: [
      'pronouns',
      'job_title',
      'organization',
      'work_information',
      'location',
      'local_time',
      'bio',
      'public_email',
      'website_url',
      'linkedin',
      'twitter',
      'discord',
      'github',
      'skype',
      'private_profile',
      'followers',
      'following',
      'is_followed',
    ],
  },
  {
    title: 'fields.groupPaidTiers',
    fields: [
      'is_auditor',
      'using_license_seat',
      'plan',
      'trial',
      'provisioned_by_group_id',
      'shared_runners_minutes_limit',
      'extra_shared_runners_minutes_limit',
    ],
  },
]

/** How a user signs in, and what they may do. Their identities have a list of their own. */
export const accessLayout: ProfileLayout = [
  {
    title: 'fields.groupSignIn',
    fields: [
      'two_factor_enabled',
      'locked',
      'confirmed_at',
      'current_sign_in_at',
      'current_sign_in_ip',
      'last_sign_in_at',
      'last_sign_in_ip',
      'sign_in_count',
      'last_activity_on',
      'email_reset_offered_at',
    ],
  },
  {
    title: 'fields.groupPermissions',
    fields: [
      'is_admin',
      'external',
      'highest_role',
      'projects_limit',
      'can_create_project',
      'can_create_group',
      'theme_id',
      'color_scheme_id',
    ],
  },
]

/** The fields of the overview, in groups. Fields unknown to this version come last, as GitLab sent them. */
export function overviewGroups(user: AdminUser): ProfileGroup[] {
  const unnamed = Object.entries(user).filter(
    ([key]) => key !== 'custom_attributes' && !Object.hasOwn(profileCatalog, key),
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
