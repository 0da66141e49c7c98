import { userFieldLabels } from '../../../../shared/field-labels.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { colourSchemes, themes } from '../../../data/profile/field-text.ts'
import { bioLimit, nameLimit } from '../../../../shared/limits.ts'

/** The control of a field. Flags and choices may be empty while unknown or undecided. */
export type UserFieldKind = 'text' | 'area' | 'number' | 'minutes' | 'flag' | 'choice' | 'password'

/** Every field of a user that administrators write, by its name in the interface. */
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

/** Whether the form creates a user or edits one. */
export type UserFormMode = 'create' | 'edit'

export interface UserField {
  label: MessageId
  kind: UserFieldKind
  hint?: MessageId
  placeholder?: MessageId
  /** Characters at most (`app/models/user.rb`, `app/models/user_detail.rb`). */
  limit?: number
  /** The choices of a `choice`, by value. */
  choices?: Record<number, MessageId>
  /** The only mode that has this field. */
  only?: UserFormMode
  /** Turns the spelling checker off. */
  isCode?: boolean
}

export const userFields: Record<UserFieldName, UserField> = {
  name: {
    label: userFieldLabels.name,
    kind: 'text',
    limit: nameLimit,
    placeholder: 'editing.namePlaceholder',
  },
  username: {
    label: userFieldLabels.username,
    kind: 'text',
    limit: nameLimit,
    isCode: true,
    placeholder: 'editing.usernamePlaceholder',
    hint: 'editing.usernameHint',
  },
  email: {
    label: userFieldLabels.email,
    kind: 'text',
    isCode: true,
    placeholder: 'editing.emailPlaceholder',
  },
  skip_confirmation: {
    label: userFieldLabels.skip_confirmation,
    kind: 'flag',
    only: 'create',
    hint: 'editing.skipConfirmationHint',
  },
  skip_reconfirmation: {
    label: userFieldLabels.skip_reconfirmation,
    kind: 'flag',
    only: 'edit',
    hint: 'editing.skipReconfirmationHint',
  },
  public_email: {
    label: userFieldLabels.public_email,
    kind: 'text',
    isCode: true,
    hint: 'editing.publicEmailHint',
  },
  commit_email: {
    label: userFieldLabels.commit_email,
    kind: 'text',
    isCode: true,
    hint: 'editing.commitEmailHint',
  },
  password: { label: userFieldLabels.password, kind: 'password', limit: 128 },
  reset_password: {
    label: userFieldLabels.reset_password,
    kind: 'flag',
    only: 'create',
    hint: 'editing.resetPasswordHint',
  },
  force_random_password: {
    label: userFieldLabels.force_random_password,
    kind: 'flag',
    only: 'create',
    hint: 'editing.randomPasswordHint',
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
    placeholder: 'editing.websitePlaceholder',
  },
  linkedin: { label: userFieldLabels.linkedin, kind: 'text', limit: 500, isCode: true },
  twitter: { label: userFieldLabels.twitter, kind: 'text', limit: 500, isCode: true },
  discord: {
    label: userFieldLabels.discord,
    kind: 'text',
    limit: 500,
    isCode: true,
    hint: 'editing.discordHint',
  },
  github: {
    label: userFieldLabels.github,
    kind: 'text',
    limit: 500,
    isCode: true,
    hint: 'editing.githubHint',
  },
  skype: { label: userFieldLabels.skype, kind: 'text', limit: 500, isCode: true },
  private_profile: {
    label: userFieldLabels.private_profile,
    kind: 'flag',
    hint: 'editing.privateProfileHint',
  },
  admin: {
    label: userFieldLabels.admin,
    kind: 'flag',
    hint: 'editing.adminHint',
  },
  external: {
    label: userFieldLabels.external,
    kind: 'flag',
    hint: 'editing.externalHint',
  },
  can_create_group: { label: userFieldLabels.can_create_group, kind: 'flag' },
  projects_limit: {
    label: userFieldLabels.projects_limit,
    kind: 'number',
    hint: 'editing.projectsLimitHint',
  },
  provider: {
    label: userFieldLabels.provider,
    kind: 'text',
    isCode: true,
    placeholder: 'editing.providerPlaceholder',
    hint: 'editing.providerHint',
  },
  extern_uid: {
    label: userFieldLabels.extern_uid,
    kind: 'text',
    isCode: true,
    placeholder: 'editing.externUidPlaceholder',
    hint: 'editing.externUidHint',
  },
  group_id_for_saml: {
    label: userFieldLabels.group_id_for_saml,
    kind: 'number',
    hint: 'editing.samlGroupHint',
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
    hint: 'editing.noteHint',
  },
  auditor: {
    label: userFieldLabels.auditor,
    kind: 'flag',
    hint: 'editing.auditorHint',
  },
  shared_runners_minutes_limit: {
    label: userFieldLabels.shared_runners_minutes_limit,
    kind: 'minutes',
    hint: 'editing.minutesHint',
  },
  extra_shared_runners_minutes_limit: {
    label: userFieldLabels.extra_shared_runners_minutes_limit,
    kind: 'minutes',
    hint: 'editing.extraMinutesHint',
  },
}
