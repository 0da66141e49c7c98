import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { profileCatalogue } from '../../data/profile/profile-catalog.ts'
import { profileGroups } from '../../data/profile/profile-fields.ts'
import type { ProfileGroup, ProfileLayout } from '../../data/profile/profile-fields.ts'

/** All that an administrator is told of somebody; who looks after an account asks other questions than its owner. */
export const personLayout: ProfileLayout = [
  {
    title: 'Identity',
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
    title: 'Sign-in and security',
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
    title: 'Rights and limits',
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
  { title: 'Identities', fields: ['identities', 'scim_identities'] },
  {
    title: 'Paid tiers',
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
  {
    title: 'Public profile',
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
]

/** Every field of the administrator view, in groups; what this version has no name for comes last, as it was sent. */
export function personGroups(user: AdminUser): ProfileGroup[] {
  const unnamed = Object.entries(user).filter(
    ([key]) => key !== 'custom_attributes' && !Object.hasOwn(profileCatalogue, key),
  )
  const groups = profileGroups(user, personLayout)
  if (unnamed.length === 0) return groups
  const filled = unnamed.map(([key, value]) => ({
    key,
    label: key,
    kind: 'text' as const,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  return [...groups, { title: 'Also sent by the service', filled, empty: [] }]
}
