import type { UserDraft } from './account-rules.ts'
import { blankProfile } from './database/new-users.ts'
import type { Profile, User } from './database/users.ts'
import { boolean, file, integer, text } from './parameters.ts'
import type { Values } from './parameters.ts'

/** All that administrators can say of an account, when they make it and later. */
export const accountParameters = {
  admin: boolean(),
  auditor: boolean(),
  avatar: file(),
  bio: text(),
  can_create_group: boolean(),
  color_scheme_id: integer(),
  commit_email: text(),
  discord: text(),
  extern_uid: text(),
  external: boolean(),
  extra_shared_runners_minutes_limit: integer(),
  github: text(),
  group_id_for_saml: integer(),
  linkedin: text(),
  location: text(),
  note: text(),
  organization: text(),
  password: text(),
  private_profile: boolean(),
  projects_limit: integer(),
  pronouns: text(),
  provider: text(),
  public_email: text(),
  shared_runners_minutes_limit: integer(),
  skype: text(),
  theme_id: integer(),
  twitter: text(),
  view_diffs_file_by_file: boolean(),
  website_url: text(),
}

/** What is said of an account; what is left out stays as it is. */
export type UserChanges = Partial<Values<typeof accountParameters>> & {
  name?: string | null
  username?: string | null
  email?: string | null
}

/** An account that can be changed. */
export type EditableUser = UserDraft &
  Pick<User, 'admin' | 'auditor' | 'external' | 'private_profile'>

/** Where null is the same as no text at all. */
const textFields = [
  'bio',
  'discord',
  'github',
  'linkedin',
  'organization',
  'pronouns',
  'skype',
  'twitter',
  'website_url',
] as const
const nullableTextFields = ['location', 'note'] as const
/** Null inherits the limit of the whole service. */
const limitFields = ['extra_shared_runners_minutes_limit', 'shared_runners_minutes_limit'] as const
/** Where null asks for what a new account has. */
const numberFields = ['color_scheme_id', 'projects_limit', 'theme_id'] as const
const flagFields = ['admin', 'auditor', 'external', 'private_profile'] as const

/** An account as it would be after a change. The email stays: it has rules of its own. */
export function applyUserChanges<A extends EditableUser>(account: A, changes: UserChanges): A {
  const after = { ...account, profile: applyProfileChanges(account, changes) }
  if (changes.name !== undefined) after.name = changes.name ?? ''
  if (changes.username !== undefined) after.username = changes.username ?? ''
  if (changes.public_email !== undefined) after.public_email = changes.public_email || null
  for (const name of flagFields)
    if (changes[name] !== undefined) after[name] = changes[name] ? 1 : 0
  // People from outside make nothing of their own (`app/models/user.rb`, `ensure_external_user_rights`).
  if (after.external) Object.assign(after.profile, { projects_limit: 0, can_create_group: false })
  return after
}

function applyProfileChanges({ profile, email }: EditableUser, changes: UserChanges): Profile {
  const after = { ...profile }
  for (const name of textFields) if (changes[name] !== undefined) after[name] = changes[name] ?? ''
  for (const name of nullableTextFields)
    if (changes[name] !== undefined) after[name] = changes[name]
  for (const name of limitFields) if (changes[name] !== undefined) after[name] = changes[name]
  for (const name of numberFields) {
    if (changes[name] !== undefined) after[name] = changes[name] ?? blankProfile[name]
  }
  if (changes.commit_email !== undefined) after.commit_email = changes.commit_email || email
  if (changes.can_create_group !== undefined) {
    after.can_create_group = changes.can_create_group ?? blankProfile.can_create_group
  }
  return after
}
