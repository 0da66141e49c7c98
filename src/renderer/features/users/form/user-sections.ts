import { userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** One part of the form. */
export interface UserSection {
  id: string
  title: string
  /** What it is called where there is little room. */
  short?: string
  lead?: string
  fields: readonly UserFieldName[]
}

/** The form, part by part. */
const userSections: readonly UserSection[] = [
  { id: 'account', title: 'Account', fields: ['name', 'username'] },
  {
    id: 'addresses',
    title: 'Addresses',
    fields: ['email', 'skip_confirmation', 'skip_reconfirmation', 'public_email', 'commit_email'],
  },
  {
    id: 'password',
    title: 'Password',
    fields: ['reset_password', 'force_random_password', 'password'],
  },
  { id: 'picture', title: 'Picture', fields: [] },
  {
    id: 'profile',
    title: 'Profile',
    fields: [
      'bio',
      'pronouns',
      'organization',
      'location',
      'website_url',
      'linkedin',
      'twitter',
      'discord',
      'github',
      'skype',
      'private_profile',
    ],
  },
  {
    id: 'rights',
    title: 'Rights and limits',
    short: 'Rights',
    fields: ['admin', 'external', 'can_create_group', 'projects_limit'],
  },
  {
    id: 'provider',
    title: 'Identity provider',
    short: 'Provider',
    lead: 'Provider and UID go together.',
    fields: ['provider', 'extern_uid', 'group_id_for_saml'],
  },
  {
    id: 'appearance',
    title: 'Appearance',
    fields: ['theme_id', 'color_scheme_id', 'view_diffs_file_by_file'],
  },
  { id: 'notes', title: 'Notes', fields: ['note'] },
  {
    id: 'tiered',
    title: 'Premium and Ultimate',
    short: 'Premium',
    lead: 'Other editions of GitLab ignore these.',
    fields: ['auditor', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
  },
]

/** The sections of a form, without the fields that the service doesn't support. */
export function formSections(
  mode: UserFormMode,
  unknown: readonly UserFieldName[] = [],
): UserSection[] {
  const isThere = (name: UserFieldName) =>
    (userFields[name].only ?? mode) === mode && !unknown.includes(name)
  return userSections
    .map((section) => ({ ...section, fields: section.fields.filter(isThere) }))
    .filter(({ id, fields }) => id === 'picture' || fields.length > 0)
}
