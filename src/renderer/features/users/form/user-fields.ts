import { userFieldLabels } from '../../../../shared/field-labels.ts'
import { colourSchemes, themes } from '../../../data/profile/field-text.ts'
import { bioLimit, nameLimit } from '../../../../shared/limits.ts'

/** How a field is filled in. Flags and choices may be empty where nothing is known or decided. */
export type UserFieldKind = 'text' | 'area' | 'number' | 'minutes' | 'flag' | 'choice' | 'password'

/** Every field of a person that administrators write, by its name in the interface. */
export const userFieldNames = [
  'name',
  'username',
  'email',
  'skip_confirmation',
  'skip_reconfirmation',
  'public_email',
  'commit_email',
  'password',
  'reset_password',
  'force_random_password',
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
  'admin',
  'external',
  'can_create_group',
  'projects_limit',
  'provider',
  'extern_uid',
  'group_id_for_saml',
  'theme_id',
  'color_scheme_id',
  'view_diffs_file_by_file',
  'note',
  'auditor',
  'shared_runners_minutes_limit',
  'extra_shared_runners_minutes_limit',
] as const
export type UserFieldName = (typeof userFieldNames)[number]

/** Whether somebody new is made, or somebody changed. */
export type UserFormMode = 'create' | 'edit'

export interface UserField {
  label: string
  kind: UserFieldKind
  hint?: string
  placeholder?: string
  /** Characters at most (`app/models/user.rb`, `app/models/user_detail.rb`). */
  limit?: number
  /** The choices of a `choice`, by value. */
  choices?: Record<number, string>
  /** Only there when somebody is made, or changed. */
  only?: UserFormMode
  /** Lower-case letters and signs that no spelling checker should touch. */
  isCode?: boolean
}

export const userFields: Record<UserFieldName, UserField> = {
  name: { label: userFieldLabels.name, kind: 'text', limit: nameLimit, placeholder: 'Nora Quist' },
  username: {
    label: userFieldLabels.username,
    kind: 'text',
    limit: nameLimit,
    isCode: true,
    placeholder: 'nora.q',
    hint: 'Letters, digits, “_”, “-” and “.”.',
  },
  email: {
    label: userFieldLabels.email,
    kind: 'text',
    isCode: true,
    placeholder: 'nora@example.com',
  },
  skip_confirmation: {
    label: userFieldLabels.skip_confirmation,
    kind: 'flag',
    only: 'create',
    hint: 'The address counts as confirmed at once, and no link is sent to it.',
  },
  skip_reconfirmation: {
    label: userFieldLabels.skip_reconfirmation,
    kind: 'flag',
    only: 'edit',
    hint: 'The new e-mail counts at once. Without this it waits until its owner opened the link that is sent there.',
  },
  public_email: {
    label: userFieldLabels.public_email,
    kind: 'text',
    isCode: true,
    hint: 'Must be one of their confirmed addresses. Empty shows none.',
  },
  commit_email: {
    label: userFieldLabels.commit_email,
    kind: 'text',
    isCode: true,
    hint: 'One of their confirmed addresses, or _private for an address that nobody else sees.',
  },
  password: { label: userFieldLabels.password, kind: 'password', limit: 128 },
  reset_password: {
    label: userFieldLabels.reset_password,
    kind: 'flag',
    only: 'create',
    hint: 'They get a mail and choose a password of their own.',
  },
  force_random_password: {
    label: userFieldLabels.force_random_password,
    kind: 'flag',
    only: 'create',
    hint: 'Nobody gets to see it, for people who sign in with a provider.',
  },
  bio: { label: userFieldLabels.bio, kind: 'area', limit: bioLimit },
  pronouns: { label: userFieldLabels.pronouns, kind: 'text', limit: 50 },
  organization: { label: userFieldLabels.organization, kind: 'text', limit: 500 },
  location: { label: userFieldLabels.location, kind: 'text', limit: 500 },
  website_url: {
    label: userFieldLabels.website_url,
    kind: 'text',
    limit: 500,
    isCode: true,
    placeholder: 'https://example.com',
  },
  linkedin: { label: userFieldLabels.linkedin, kind: 'text', limit: 500, isCode: true },
  twitter: { label: userFieldLabels.twitter, kind: 'text', limit: 500, isCode: true },
  discord: {
    label: userFieldLabels.discord,
    kind: 'text',
    limit: 500,
    isCode: true,
    hint: 'The number of the user there, 17 to 20 digits.',
  },
  github: {
    label: userFieldLabels.github,
    kind: 'text',
    limit: 500,
    isCode: true,
    hint: 'Their username there.',
  },
  skype: { label: userFieldLabels.skype, kind: 'text', limit: 500, isCode: true },
  private_profile: {
    label: userFieldLabels.private_profile,
    kind: 'flag',
    hint: 'Others see little more than the name.',
  },
  admin: {
    label: userFieldLabels.admin,
    kind: 'flag',
    hint: 'May do everything, to everybody, on this instance.',
  },
  external: {
    label: userFieldLabels.external,
    kind: 'flag',
    hint: 'Sees only what they are given, and makes no project and no group: the projects limit becomes 0.',
  },
  can_create_group: { label: userFieldLabels.can_create_group, kind: 'flag' },
  projects_limit: {
    label: userFieldLabels.projects_limit,
    kind: 'number',
    hint: 'How many projects they may have of their own; 0 is none.',
  },
  provider: {
    label: userFieldLabels.provider,
    kind: 'text',
    isCode: true,
    placeholder: 'ldapmain',
    hint: 'As the instance calls it. There is one identity for each provider.',
  },
  extern_uid: {
    label: userFieldLabels.extern_uid,
    kind: 'text',
    isCode: true,
    placeholder: 'uid=nora,ou=people,dc=example,dc=com',
    hint: 'What the provider calls them.',
  },
  group_id_for_saml: {
    label: userFieldLabels.group_id_for_saml,
    kind: 'number',
    hint: 'The id of the group, for the provider group_saml alone.',
  },
  theme_id: { label: userFieldLabels.theme_id, kind: 'choice', choices: themes },
  color_scheme_id: {
    label: userFieldLabels.color_scheme_id,
    kind: 'choice',
    choices: colourSchemes,
  },
  view_diffs_file_by_file: { label: userFieldLabels.view_diffs_file_by_file, kind: 'flag' },
  note: {
    label: userFieldLabels.note,
    kind: 'area',
    hint: 'For administrators only; they do not see it.',
  },
  auditor: {
    label: userFieldLabels.auditor,
    kind: 'flag',
    hint: 'Sees everything and changes nothing.',
  },
  shared_runners_minutes_limit: {
    label: userFieldLabels.shared_runners_minutes_limit,
    kind: 'minutes',
    hint: 'Empty takes what the instance sets, 0 is unlimited.',
  },
  extra_shared_runners_minutes_limit: {
    label: userFieldLabels.extra_shared_runners_minutes_limit,
    kind: 'minutes',
    hint: 'On top of those of the month. Empty or 0 is none.',
  },
}
