import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import { profileCatalogue } from './profile-catalog.ts'
import type { ProfileKey } from './profile-catalog.ts'

/** How a value is written. */
export type FieldKind =
  | 'text'
  | 'link'
  | 'moment'
  | 'day'
  | 'flag'
  | 'number'
  | 'minutes'
  | 'theme'
  | 'colours'
  | 'clock'
  | 'origin'
  | 'identities'
  | 'level'

export interface ProfileField {
  /** Its name in the interface. */
  key: string
  label: string
  kind: FieldKind
  value: unknown
}

export interface ProfileGroup {
  title: string
  filled: ProfileField[]
  /** Names of what the service knows and the person left empty. */
  empty: string[]
}

/** Which fields stand together, in which order. */
export type ProfileLayout = readonly { title: string; fields: readonly ProfileKey[] }[]

/** Sorts a user's fields into groups. What the service did not send at all is not mentioned. */
export function profileGroups(user: CurrentUser, layout = ownLayout): ProfileGroup[] {
  return layout
    .map(({ title, fields }) => {
      const known = fields
        .map((key) => ({ key, ...profileCatalogue[key], value: user[key] }))
        .filter(({ value }) => value !== undefined)
      return {
        title,
        filled: known.filter((field) => !isEmpty(field)),
        empty: known.filter(isEmpty).map(({ label }) => label),
      }
    })
    .filter(({ filled, empty }) => filled.length + empty.length > 0)
}

function isEmpty({ kind, value }: ProfileField): boolean {
  // Nobody having created an account is an answer, and so is a limit that is not set.
  if (kind === 'origin' || kind === 'minutes') return false
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const ownLayout: ProfileLayout = [
  {
    title: 'About',
    fields: [
      'name',
      'username',
      'pronouns',
      'job_title',
      'organization',
      'work_information',
      'location',
      'local_time',
      'bio',
    ],
  },
  {
    title: 'Contact',
    fields: ['public_email', 'website_url', 'linkedin', 'twitter', 'discord', 'github', 'skype'],
  },
  {
    title: 'Account',
    fields: [
      'id',
      'state',
      'email',
      'commit_email',
      'web_url',
      'avatar_url',
      'created_at',
      'created_by',
      'is_admin',
      'is_auditor',
      'highest_role',
      'external',
      'private_profile',
      'bot',
      'namespace_id',
      'plan',
      'trial',
      'using_license_seat',
      'provisioned_by_group_id',
      'note',
    ],
  },
  {
    title: 'Security',
    fields: [
      'two_factor_enabled',
      'confirmed_at',
      'locked',
      'current_sign_in_at',
      'current_sign_in_ip',
      'last_sign_in_at',
      'last_sign_in_ip',
      'sign_in_count',
      'email_reset_offered_at',
      'identities',
      'scim_identities',
    ],
  },
  {
    title: 'Activity',
    fields: ['last_activity_on', 'followers', 'following', 'is_followed'],
  },
  {
    title: 'Limits and appearance',
    fields: [
      'projects_limit',
      'can_create_project',
      'can_create_group',
      'shared_runners_minutes_limit',
      'extra_shared_runners_minutes_limit',
      'theme_id',
      'color_scheme_id',
    ],
  },
]
