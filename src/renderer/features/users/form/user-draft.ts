import type { AppApi } from '../../../../shared/operations/index.ts'
import {
  type FormField,
  type UserField,
  answerName,
  identityFields,
  userFields,
} from '../../../../shared/rules/user-fields.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { cleanEmail } from '../../../../shared/rules/email-address.ts'
import {
  findIdentity,
  isUntrimmed,
  sameUserValue,
  userRecord,
} from '../../../../shared/rules/user-record.ts'
import { fieldsInOrder } from './user-sections.ts'

/** The form values. Numbers are kept as text; flags are `yes`, `no`, or empty while unset. */
export type UserDraft = Record<FormField, string>

export type CreateUserInput = Parameters<AppApi['userEdits']['create']>[0]
export type SaveUserInput = Parameters<AppApi['userEdits']['save']>[0]
export type UserChanges = SaveUserInput['changes']

/** A draft for a new user with GitLab’s defaults. Defaults that depend on the instance are empty. */
export function freshUserDraft(): UserDraft {
  return createDraft((_, { initial }) => initial)
}

/**
 * A draft for an existing user. The password and the identity to add are empty, because GitLab never sends them.
 */
export function userToDraft(user: UserForAdmins): UserDraft {
  const record = userRecord(user)
  return createDraft((name, { only, initial }) => (only ? initial : record[name]))
}

function createDraft(value: (name: FormField, field: UserField) => unknown): UserDraft {
  const values = fieldsInOrder.map((name) => [name, inputText(value(name, userFields[name]))])
  return Object.fromEntries(values) as UserDraft
}

/** Converts a draft back to the fields as GitLab returned them, with the identities of `user`. */
export function draftToBase(
  draft: UserDraft,
  user: UserForAdmins,
  provider = '',
): SaveUserInput['base'] {
  const names = fieldsInOrder.filter((name) => Object.hasOwn(userRecord(user), name))
  const values = names.map((name) => [
    name,
    draft[name] === '' ? null : apiValue(name, draft[name]),
  ])
  return {
    ...Object.fromEntries(values),
    ...(provider && { extern_uid: findIdentity(user, provider)?.extern_uid ?? null }),
  }
}

/** Fields missing from responses, because the instance’s edition or version doesn’t support them. */
export function unsupportedFields(user: UserForAdmins): FormField[] {
  return fieldsInOrder.filter((name) => {
    const { optional } = userFields[name]
    return optional && user[optional === true ? answerName(name) : optional] === undefined
  })
}

/** The changed values, which are the only ones sent. */
export function changedValues(before: UserDraft, draft: UserDraft): UserChanges {
  const changes = Object.fromEntries(
    changedNames(before, draft).map((name) => [name, apiValue(name, draft[name])]),
  )
  if (isIdentityChanged(before, draft)) {
    // GitLab rejects a provider without a UID and vice versa.
    Object.assign(changes, {
      provider: draft.provider.trim(),
      extern_uid: draft.extern_uid.trim(),
    })
  }
  return changes
}

/** The values to send for a new user. */
export function draftToNewUser(draft: UserDraft): CreateUserInput {
  const { name, username, email } = draft
  return {
    ...changedValues(freshUserDraft(), draft),
    name: name.trim(),
    username: username.trim(),
    email: email.trim(),
  }
}

/** The changed fields that will be sent. */
export function changedNames(before: UserDraft, draft: UserDraft): FormField[] {
  return fieldsInOrder.filter(
    (name) => !sameUserValue(name, draft[name], before[name]) && !isOverridden(name, before, draft),
  )
}

/**
 * The changes that undo a save: the previous values of saved fields and of any that GitLab changed along with them.
 * Undefined if it can’t be undone.
 */
export function undoValues(
  before: UserDraft,
  sent: UserDraft,
  after: UserDraft,
  saved: readonly string[] = fieldsInOrder,
): UserChanges | undefined {
  const names = changedNames(before, sent).filter((name) => saved.includes(name))
  if (
    names.some(
      (name) => isIrreversible(name) || (before[name] === '' && userFields[name].kind === 'flag'),
    )
  ) {
    return undefined
  }
  // A new email can’t be withdrawn while it is unconfirmed.
  if (names.includes('email') && before.email === after.email) return undefined
  const sideEffects: FormField[] = names.includes('external')
    ? ['projects_limit', 'can_create_group']
    : []
  const target = { ...after }
  for (const name of [...names, ...sideEffects]) target[name] = before[name]
  const changes = changedValues(after, target)
  if (Object.keys(changes).length === 0) return undefined
  return names.includes('email') ? { ...changes, skip_reconfirmation: true } : changes
}

/** An identity with empty fields. */
export const noIdentity = { provider: '', extern_uid: '', group_id_for_saml: '' }

function inputText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

function isIrreversible(name: FormField): boolean {
  return name === 'password' || identityFields.includes(name)
}

/** Trims single-line values and cleans up pasted email addresses. Leaves multiline values and passwords unchanged. */
export function trimmedValue(name: FormField, value: string): string {
  if (userFields[name].kind === 'email') return cleanEmail(value)
  return isUntrimmed(userFields[name]) ? value : value.trim()
}

/**
 * Whether another field overrides this one, which then isn’t sent (`lib/api/users.rb`, `ensure_external_user_rights` in
 * `app/models/user.rb`).
 */
export function isOverridden(name: FormField, before: UserDraft, draft: UserDraft): boolean {
  switch (name) {
    case 'password':
      return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
    case 'skip_reconfirmation':
      return draft.email.trim() === before.email
    case 'projects_limit':
    case 'can_create_group':
      return draft.external === 'yes'
    default:
      return false
  }
}

function isIdentityChanged(before: UserDraft, draft: UserDraft): boolean {
  return identityFields.some((name) => draft[name].trim() !== before[name])
}

function apiValue(name: FormField, value: string): unknown {
  const text = trimmedValue(name, value)
  switch (userFields[name].kind) {
    case 'flag':
      return text === 'yes'
    case 'number':
    case 'theme':
    case 'colours':
      return Number(text)
    case 'minutes':
      return text === '' ? null : Number(text)
    default:
      return text
  }
}
