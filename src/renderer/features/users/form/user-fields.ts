import { userFieldLabels } from '../../../../shared/field-labels.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { colourSchemes, themes } from '../../../data/profile/field-text.ts'
import { bioLimit, nameLimit } from '../../../../shared/limits.ts'

/** The control of a field. Flags and choices may be empty while unknown or undecided. */
export type UserFieldKind = 'text' | 'area' | 'number' | 'minutes' | 'flag' | 'choice' | 'password'

/** A field of a user that administrators write, by its name in the interface. */
export type UserFieldName = keyof typeof userFieldLabels
export const userFieldNames = Object.keys(userFieldLabels) as UserFieldName[]

/** Whether the form creates a user or edits one. */
export type UserFormMode = 'create' | 'edit'

export interface UserField {
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
  name: { kind: 'text', limit: nameLimit, placeholder: 'editing.namePlaceholder' },
  username: {
    kind: 'text',
    limit: nameLimit,
    isCode: true,
    placeholder: 'editing.usernamePlaceholder',
    hint: 'editing.usernameHint',
  },
  email: { kind: 'text', isCode: true, placeholder: 'editing.emailPlaceholder' },
  skip_confirmation: { kind: 'flag', only: 'create', hint: 'editing.skipConfirmationHint' },
  skip_reconfirmation: { kind: 'flag', only: 'edit', hint: 'editing.skipReconfirmationHint' },
  public_email: { kind: 'text', isCode: true, hint: 'editing.publicEmailHint' },
  commit_email: { kind: 'text', isCode: true, hint: 'editing.commitEmailHint' },
  password: { kind: 'password', limit: 128 },
  reset_password: { kind: 'flag', only: 'create', hint: 'editing.resetPasswordHint' },
  force_random_password: { kind: 'flag', only: 'create', hint: 'editing.randomPasswordHint' },
  bio: { kind: 'area', limit: bioLimit },
  pronouns: { kind: 'text', limit: 50 },
  organization: { kind: 'text', limit: 500 },
  location: { kind: 'text', limit: 500 },
  website_url: {
    kind: 'text',
    limit: 500,
    isCode: true,
    placeholder: 'editing.websitePlaceholder',
  },
  linkedin: { kind: 'text', limit: 500, isCode: true },
  twitter: { kind: 'text', limit: 500, isCode: true },
  discord: { kind: 'text', limit: 500, isCode: true, hint: 'editing.discordHint' },
  github: { kind: 'text', limit: 500, isCode: true, hint: 'editing.githubHint' },
  skype: { kind: 'text', limit: 500, isCode: true },
  private_profile: { kind: 'flag', hint: 'editing.privateProfileHint' },
  admin: { kind: 'flag', hint: 'editing.adminHint' },
  external: { kind: 'flag', hint: 'editing.externalHint' },
  can_create_group: { kind: 'flag' },
  projects_limit: { kind: 'number', hint: 'editing.projectsLimitHint' },
  provider: {
    kind: 'text',
    isCode: true,
    placeholder: 'editing.providerPlaceholder',
    hint: 'editing.providerHint',
  },
  extern_uid: {
    kind: 'text',
    isCode: true,
    placeholder: 'editing.externUidPlaceholder',
    hint: 'editing.externUidHint',
  },
  group_id_for_saml: { kind: 'number', hint: 'editing.samlGroupHint' },
  theme_id: { kind: 'choice', choices: themes },
  color_scheme_id: { kind: 'choice', choices: colourSchemes },
  view_diffs_file_by_file: { kind: 'flag' },
  note: { kind: 'area', hint: 'editing.noteHint' },
  auditor: { kind: 'flag', hint: 'editing.auditorHint' },
  shared_runners_minutes_limit: { kind: 'minutes', hint: 'editing.minutesHint' },
  extra_shared_runners_minutes_limit: { kind: 'minutes', hint: 'editing.extraMinutesHint' },
}
