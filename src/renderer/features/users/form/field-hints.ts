import type { MessageId } from '../../../../shared/messages/message.ts'
import type { FormField, UserFormMode } from '../../../../shared/rules/user-fields.ts'
import type { UserDraft } from './user-draft.ts'

/** The hint for a field, which may depend on other fields or the mode. */
export function fieldHint(
  name: FormField,
  draft: UserDraft,
  mode: UserFormMode,
): MessageId | undefined {
  if (name === 'email' && mode === 'create') {
    return draft.skip_confirmation === 'yes'
      ? 'editing.skipConfirmationHint'
      : 'editing.emailCreateHint'
  }
  if (draft.external === 'yes' && name === 'projects_limit') return 'editing.projectsLimitExternal'
  if (draft.external === 'yes' && name === 'can_create_group') return 'editing.notForExternal'
  if (name === 'username' && mode === 'edit') return 'editing.usernameEditHint'
  if (name === 'password' && mode === 'create') {
    return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
      ? 'editing.passwordNotUsed'
      : 'editing.passwordCreateHint'
  }
  return hints[name]
}

const hints: Partial<Record<FormField, MessageId>> = {
  email: 'editing.emailEditHint',
  password: 'editing.passwordEditHint',
  skip_confirmation: 'editing.skipConfirmationHint',
  skip_reconfirmation: 'editing.skipReconfirmationHint',
  public_email: 'editing.publicEmailHint',
  commit_email: 'editing.commitEmailHint',
  reset_password: 'editing.resetPasswordHint',
  force_random_password: 'editing.randomPasswordHint',
  discord: 'editing.discordHint',
  github: 'editing.githubHint',
  private_profile: 'editing.privateProfileHint',
  admin: 'editing.adminHint',
  external: 'editing.externalHint',
  projects_limit: 'editing.projectsLimitHint',
  provider: 'editing.providerHint',
  group_id_for_saml: 'editing.samlGroupHint',
  note: 'editing.noteHint',
  auditor: 'editing.auditorHint',
  shared_runners_minutes_limit: 'editing.minutesHint',
  extra_shared_runners_minutes_limit: 'editing.extraMinutesHint',
}

/** The consequences of setting a password. */
export function passwordLead(mode: UserFormMode, isSelf = false): MessageId {
  if (mode === 'create') {
    return 'editing.passwordLeadCreate'
  }
  return isSelf ? 'editing.passwordLeadSelf' : 'editing.passwordLeadOther'
}
