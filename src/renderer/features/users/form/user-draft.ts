import type { AppApi } from '../../../../shared/app/index.ts'
import type { AdminUser } from '../../../../shared/service/user-fields.ts'
import { cleanEmail } from '../../../../shared/email-address.ts'
import { findIdentity, sameUserValue, userRecord } from '../../../../shared/user-record.ts'
import { userFieldNames, userFields } from './user-fields.ts'
import type { UserFieldName } from './user-fields.ts'

/** The values of the form. Numbers stay text; flags are `yes`, `no`, or empty while undecided. */
export type UserDraft = Record<UserFieldName, string>

export type NewUser = Parameters<AppApi['userEdits']['create']>[0]
export type UserEdit = Parameters<AppApi['userEdits']['save']>[0]
export type UserChanges = UserEdit['changes']

/** A new user with GitLab's defaults; a default that the instance decides is empty. */
export function freshDraft(): UserDraft {
  const empty = Object.fromEntries(userFieldNames.map((name) => [name, ''])) as UserDraft
  return {
    ...empty,
    skip_confirmation: 'no',
    reset_password: 'no',
    force_random_password: 'no',
    admin: 'no',
    external: 'no',
    view_diffs_file_by_file: 'no',
    auditor: 'no',
  }
}

/** The form of an existing user. The password and the identity to be added are empty, as GitLab never sends them. */
export function userToDraft(user: AdminUser): UserDraft {
  const record = userRecord(user)
  const sentFields = userFieldNames.filter((name) => Object.hasOwn(record, name))
  return {
    ...freshDraft(),
    skip_reconfirmation: 'no',
    view_diffs_file_by_file: '',
    ...Object.fromEntries(sentFields.map((name) => [name, inputText(record[name])])),
  }
}

/** The form as a record of what the service showed; `user` has the identities that were seen. */
export function draftToBase(draft: UserDraft, user: AdminUser, provider = ''): UserEdit['base'] {
  const names = userFieldNames.filter((name) => Object.hasOwn(userRecord(user), name))
  const values = names.map((name) => [
    name,
    draft[name] === '' ? null : apiValue(name, draft[name]),
  ])
  return {
    ...Object.fromEntries(values),
    ...(provider && { extern_uid: findIdentity(user, provider)?.extern_uid ?? null }),
  }
}

/** Fields that this instance's edition or version doesn't support: its answers leave them out. */
export function unsupportedFields(user: AdminUser): UserFieldName[] {
  return Object.entries(supportIndicators).flatMap(([name, field]) =>
    user[field] === undefined ? (name as UserFieldName) : [],
  )
}

/** Fields that only some instances support, each with the field of an answer that shows whether they do. */
const supportIndicators = {
  github: 'github',
  skype: 'skype',
  group_id_for_saml: 'provisioned_by_group_id',
  auditor: 'is_auditor',
  shared_runners_minutes_limit: 'shared_runners_minutes_limit',
  extra_shared_runners_minutes_limit: 'extra_shared_runners_minutes_limit',
} as const satisfies Partial<Record<UserFieldName, keyof AdminUser>>

/** The values to send: only those that differ. */
export function changedValues(before: UserDraft, draft: UserDraft): UserChanges {
  const changes = Object.fromEntries(
    changedNames(before, draft).map((name) => [name, apiValue(name, draft[name])]),
  )
  if (isIdentityChanged(before, draft)) {
    // Provider and UID are refused without each other.
    Object.assign(changes, {
      provider: draft.provider.trim(),
      extern_uid: draft.extern_uid.trim(),
    })
  }
  return changes
}

/** The values to send for a new user. */
export function draftToNewUser(draft: UserDraft): NewUser {
  const { name, username, email } = draft
  return {
    ...changedValues(freshDraft(), draft),
    name: name.trim(),
    username: username.trim(),
    email: email.trim(),
  }
}

/** The fields in which two forms differ, of those that would be sent. */
export function changedNames(before: UserDraft, draft: UserDraft): UserFieldName[] {
  return userFieldNames.filter(
    (name) => !sameUserValue(name, draft[name], before[name]) && isSent(name, before, draft),
  )
}

/**
 * The changes that undo a save: the old values of the saved fields, and of those that GitLab changed along with them. Undefined
 * where a change can't be undone.
 */
export function undoValues(
  before: UserDraft,
  sent: UserDraft,
  after: UserDraft,
  saved: readonly string[] = userFieldNames,
): UserChanges | undefined {
  const names = changedNames(before, sent).filter((name) => saved.includes(name))
  if (
    names.some(
      (name) => isIrreversible(name) || (before[name] === '' && userFields[name].kind === 'flag'),
    )
  ) {
    return undefined
  }
  // A new email that is not confirmed yet can't be withdrawn.
  if (names.includes('email') && before.email === after.email) return undefined
  const changedAlong: UserFieldName[] = names.includes('external')
    ? ['projects_limit', 'can_create_group']
    : []
  const target = { ...after }
  for (const name of [...names, ...changedAlong]) target[name] = before[name]
  const changes = changedValues(after, target)
  if (Object.keys(changes).length === 0) return undefined
  return names.includes('email') ? { ...changes, skip_reconfirmation: true } : changes
}

/** The fields of an identity, empty. */
export const noIdentity = { provider: '', extern_uid: '', group_id_for_saml: '' }

const identity: readonly UserFieldName[] = ['provider', 'extern_uid', 'group_id_for_saml']

function inputText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

function isIrreversible(name: UserFieldName): boolean {
  return name === 'password' || identity.includes(name)
}

const addresses: readonly UserFieldName[] = ['email', 'public_email', 'commit_email']

/** Trims single lines, and addresses by what was copied with them; longer texts and passwords stay as they were typed. */
export function trimmedValue(name: UserFieldName, value: string): string {
  const { kind } = userFields[name]
  if (addresses.includes(name)) return cleanEmail(value)
  return kind === 'area' || kind === 'password' ? value : value.trim()
}

/** Some fields are sent only with certain values of others (`lib/api/users.rb`, `ensure_external_user_rights` in `app/models/user.rb`). */
function isSent(name: UserFieldName, before: UserDraft, draft: UserDraft): boolean {
  switch (name) {
    case 'password':
      return draft.reset_password !== 'yes' && draft.force_random_password !== 'yes'
    case 'skip_reconfirmation':
      return draft.email.trim() !== before.email
    case 'projects_limit':
    case 'can_create_group':
      return draft.external !== 'yes'
    default:
      return true
  }
}

function isIdentityChanged(before: UserDraft, draft: UserDraft): boolean {
  return identity.some((name) => draft[name].trim() !== before[name])
}

function apiValue(name: UserFieldName, value: string): unknown {
  const text = trimmedValue(name, value)
  switch (userFields[name].kind) {
    case 'flag':
      return text === 'yes'
    case 'number':
    case 'choice':
      return Number(text)
    case 'minutes':
      return text === '' ? null : Number(text)
    default:
      return text
  }
}
