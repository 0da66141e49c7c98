import type { UserDraft } from './user-draft.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** What a field says instead of its usual hint, because of what stands in others. */
export function noteFor(
  name: UserFieldName,
  draft: UserDraft,
  mode: UserFormMode,
): string | undefined {
  if (name === 'email' && mode === 'create') {
    return draft.skip_confirmation === 'yes'
      ? 'It is taken for theirs: nobody has to open a link.'
      : 'A link is sent there; until it is opened, nobody can sign in with this account.'
  }
  if (name === 'email') {
    return 'Their primary address. Some services take only one of their other confirmed addresses.'
  }
  if (draft.external === 'yes' && name === 'projects_limit') return 'Always 0 for external users.'
  if (draft.external === 'yes' && name === 'can_create_group') return 'Never for external users.'
  if (name === 'username' && mode === 'edit') {
    return 'Letters, digits, “_”, “-” and “.”. Their address on the web, and those of their projects, change with it.'
  }
  if (name === 'password' && mode === 'create') {
    return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
      ? 'Not sent: the other way wins.'
      : '8 characters at least. You have to tell them.'
  }
  if (name === 'password') return '8 characters at least. Left empty, nothing changes.'
  return undefined
}

/** What one has to know before one decides about a password. */
export function passwordLead(mode: UserFormMode, isSelf = false): string {
  if (mode === 'create') {
    return 'Choose at least one. A link and a random password can be combined, and each of them wins over a password that is set here.'
  }
  return isSelf
    ? 'This is your own password: it changes at once.'
    : 'They are told by mail, and must choose another one when they next sign in. Until then their tokens do not work either.'
}
