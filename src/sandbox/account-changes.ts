import type { Draft } from './account-rules.ts'
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
export type Account = Draft & Pick<User, 'admin' | 'auditor' | 'external' | 'private_profile'>

/** Where null is the same as no text at all. */
const texts = [
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
const textsOrNull = ['location', 'note'] as const
/** Null inherits the limit of the whole service. */
const limitsOrNull = ['extra_shared_runners_minutes_limit', 'shared_runners_minutes_limit'] as const
/** Where null asks for what a new account has. */
const numbers = ['color_scheme_id', 'projects_limit', 'theme_id'] as const
const flags = ['admin', 'auditor', 'external', 'private_profile'] as const

/** An account as it would be after a change. The email stays: it has rules of its own. */
export function applyUserChanges<A extends Account>(account: A, change: UserChanges): A {
  const after = { ...account, profile: applyProfileChanges(account, change) }
  if (change.name !== undefined) after.name = change.name ?? ''
  if (change.username !== undefined) after.username = change.username ?? ''
  if (change.public_email !== undefined) after.public_email = change.public_email || null
  for (const name of flags) if (change[name] !== undefined) after[name] = change[name] ? 1 : 0
  // People from outside make nothing of their own (`app/models/user.rb`, `ensure_external_user_rights`).
  if (after.external) Object.assign(after.profile, { projects_limit: 0, can_create_group: false })
  return after
}

function applyProfileChanges({ profile, email }: Account, change: UserChanges): Profile {
  const after = { ...profile }
  for (const name of texts) if (change[name] !== undefined) after[name] = change[name] ?? ''
  for (const name of textsOrNull) if (change[name] !== undefined) after[name] = change[name]
  for (const name of limitsOrNull) if (change[name] !== undefined) after[name] = change[name]
  for (const name of numbers) {
    if (change[name] !== undefined) after[name] = change[name] ?? blankProfile[name]
  }
  if (change.commit_email !== undefined) after.commit_email = change.commit_email || email
  if (change.can_create_group !== undefined) {
    after.can_create_group = change.can_create_group ?? blankProfile.can_create_group
  }
  return after
}
