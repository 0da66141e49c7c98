import {
  type FieldsWith,
  type FormField,
  byKind,
  formFields,
  userFields,
} from '../shared/rules/user-fields.ts'
import type { UserDraft } from './account-rules.ts'
import { blankProfile } from './database/new-users.ts'
import { type Profile, type User, profileFields } from './database/users.ts'
import { type Values, boolean, file, integer, text } from './parameters.ts'

type AccountField = Exclude<FormField, FieldsWith<{ only: string }>>
const accountFields = formFields.filter((name): name is AccountField => !userFields[name].only)
const number = integer()

/** All account fields that administrators can set, on creation and later. */
export const accountParameters = {
  ...byKind(
    accountFields.toSorted(),
    { flag: boolean(), number, minutes: number, theme: number, colours: number },
    text(),
  ),
  avatar: file(),
}

/** Changes to an account; omitted fields keep their values. */
export type UserChanges = Partial<Values<typeof accountParameters>>

/** The account fields that can be changed. */
export type EditableUser = UserDraft &
  Pick<User, 'admin' | 'auditor' | 'external' | 'private_profile'>

const flagFields = ['admin', 'auditor', 'external', 'private_profile'] as const

/** Returns the changed account, except for the email, which has its own rules. */
export function applyUserChanges<A extends EditableUser>(account: A, changes: UserChanges): A {
  const after = { ...account, profile: applyProfileChanges(account, changes) }
  if (changes.name !== undefined) after.name = changes.name ?? ''
  if (changes.username !== undefined) after.username = changes.username ?? ''
  if (changes.public_email !== undefined) after.public_email = changes.public_email || null
  for (const name of flagFields)
    if (changes[name] !== undefined) after[name] = changes[name] ? 1 : 0
  // External users can't create anything (`app/models/user.rb`, `ensure_external_user_rights`).
  if (after.external) Object.assign(after.profile, { projects_limit: 0, can_create_group: false })
  return after
}

/** Null resets a field to a new account's default. */
function applyProfileChanges({ profile, email }: EditableUser, changes: UserChanges): Profile {
  const changed = profileFields.filter((name) => changes[name] !== undefined)
  const after = {
    ...profile,
    ...Object.fromEntries(changed.map((name) => [name, changes[name] ?? blankProfile[name]])),
  }
  if (changes.commit_email !== undefined) after.commit_email = changes.commit_email || email
  return after
}
