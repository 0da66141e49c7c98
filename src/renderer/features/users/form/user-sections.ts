import type { MessageId } from '../../../../shared/messages/message.ts'
import { userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** One part of the form. */
export interface UserSection {
  id: string
  title: MessageId
  /** A shorter title for the navigation. */
  short?: MessageId
  lead?: MessageId
  fields: readonly UserFieldName[]
}

/** The sections of the form, in their order. */
const userSections: readonly UserSection[] = [
  { id: 'account', title: 'editing.sectionAccount', fields: ['name', 'username'] },
  {
    id: 'addresses',
    title: 'editing.sectionAddresses',
    fields: ['email', 'skip_confirmation', 'skip_reconfirmation', 'public_email', 'commit_email'],
  },
  {
    id: 'password',
    title: 'editing.sectionPassword',
    fields: ['reset_password', 'force_random_password', 'password'],
  },
  { id: 'picture', title: 'editing.sectionAvatar', fields: [] },
  {
    id: 'profile',
    title: 'editing.sectionProfile',
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
    title: 'editing.sectionPermissions',
    short: 'editing.sectionPermissionsShort',
    fields: ['admin', 'external', 'can_create_group', 'projects_limit'],
  },
  {
    id: 'provider',
    title: 'editing.sectionProvider',
    short: 'editing.sectionProviderShort',
    lead: 'editing.sectionProviderLead',
    fields: ['provider', 'extern_uid', 'group_id_for_saml'],
  },
  {
    id: 'appearance',
    title: 'editing.sectionAppearance',
    fields: ['theme_id', 'color_scheme_id', 'view_diffs_file_by_file'],
  },
  { id: 'notes', title: 'editing.sectionNotes', fields: ['note'] },
  {
    id: 'tiered',
    title: 'editing.sectionTiered',
    short: 'editing.sectionTieredShort',
    lead: 'editing.sectionTieredLead',
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
