import type { MessageId } from '../../../../shared/messages/message.ts'
import type { UserDraft } from './user-draft.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** The hint of a field where it depends on other fields or on the mode. */
export function fieldHint(
  name: UserFieldName,
  draft: UserDraft,
  mode: UserFormMode,
): MessageId | undefined {
  if (name === 'email' && mode === 'create') {
    return draft.skip_confirmation === 'yes'
      ? 'editing.skipConfirmationHint'
      : 'editing.emailCreateHint'
  }
  if (name === 'email') {
    return 'editing.emailEditHint'
  }
  if (draft.external === 'yes' && name === 'projects_limit') return 'editing.externalProjects'
  if (draft.external === 'yes' && name === 'can_create_group') return 'editing.externalGroups'
  if (name === 'username' && mode === 'edit') {
    return 'editing.usernameEditHint'
  }
  if (name === 'password' && mode === 'create') {
    return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
      ? 'editing.passwordNotUsed'
      : 'editing.passwordCreateHint'
  }
  if (name === 'password') return 'editing.passwordEditHint'
  return undefined
}

/** The consequences of setting a password. */
export function passwordLead(mode: UserFormMode, isSelf = false): MessageId {
  if (mode === 'create') {
    return 'editing.passwordLeadCreate'
  }
  return isSelf ? 'editing.passwordLeadSelf' : 'editing.passwordLeadOther'
}
