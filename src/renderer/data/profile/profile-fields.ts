import type { MessageId } from '../../../shared/messages/message.ts'
import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { profileCatalog } from './profile-catalog.ts'
import type { ProfileKey } from './profile-catalog.ts'

/** The format of a value. */
export type ValueFormat =
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
  | 'state'

export interface ProfileField {
  /** Its name in the interface. */
  key: string
  label: string
  kind: ValueFormat
  value: unknown
}

export interface ProfileGroup {
  title: string
  filled: ProfileField[]
  /** Labels of the fields that the user left empty. */
  empty: string[]
}

/** Groups of fields, in their order. */
export type ProfileLayout = readonly { title: MessageId; fields: readonly ProfileKey[] }[]

/** Sorts a user's fields into groups. A field that GitLab did not send is left out. */
export function profileGroups(user: CurrentUser, layout = ownLayout): ProfileGroup[] {
  return layout
    .map(({ title, fields }) => {
      const known = fields
        .map((key) => {
          const { label, kind } = profileCatalog[key]
          return { key, label: t(label), kind, value: user[key] }
        })
        .filter(({ value }) => value !== undefined)
      return {
        title: t(title),
        filled: known.filter((field) => !isEmpty(field)),
        empty: known.filter(isEmpty).map(({ label }) => label),
      }
    })
    .filter(({ filled, empty }) => filled.length + empty.length > 0)
}

function isEmpty({ kind, value }: ProfileField): boolean {
  // No creator means self-registered, and no limit means the instance default.
  if (kind === 'origin' || kind === 'minutes') return false
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const ownLayout: ProfileLayout = [
  {
    title: 'fields.groupAbout',
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
    title: 'fields.groupContact',
    fields: ['public_email', 'website_url', 'linkedin', 'twitter', 'discord', 'github', 'skype'],
  },
  {
    title: 'fields.groupAccount',
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
    title: 'fields.groupSecurity',
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
    title: 'fields.groupActivity',
    fields: ['last_activity_on', 'followers', 'following', 'is_followed'],
  },
  {
    title: 'fields.groupLimits',
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
