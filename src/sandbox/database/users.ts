import {
  type FieldsWith,
  type SentValue,
  formFields,
  userFields,
} from '../../shared/rules/user-fields.ts'
import type { Database } from './database.ts'

/** SQLite's boolean. */
export type Flag = 0 | 1

/** GitLab's six user states (`app/models/user.rb`). */
export type UserState =
  'active' | 'blocked' | 'ldap_blocked' | 'blocked_pending_approval' | 'banned' | 'deactivated'

export type UserKind =
  'human' | 'service_account' | 'project_bot' | 'alert_bot' | 'support_bot' | 'ghost'

/** A user as stored. */
export interface User {
  id: number
  username: string
  name: string
  search_text: string
  email: string
  public_email: string | null
  state: UserState
  kind: UserKind
  locked: Flag
  admin: Flag
  auditor: Flag
  external: Flag
  two_factor_enabled: Flag
  private_profile: Flag
  projects_count: number
  unconfirmed_email: string | null
  password_expires_at: string | null
  created_by_id: number | null
  created_at: string
  updated_at: string
  confirmed_at: string | null
  current_sign_in_at: string | null
  last_sign_in_at: string | null
  last_activity_on: string | null
  /** File name of the avatar, or null. */
  avatar: string | null
  /** JSON of `Profile`, see `profileOf`. */
  profile: string
  /** JSON of `Counts`, see `countsOf`. */
  counts: string
}

/** Fields with their own columns, so filters can use them. */
const columns = [
  ...(['name', 'username', 'email', 'public_email'] as const),
  ...(['admin', 'auditor', 'external', 'private_profile'] as const),
]
type ProfileField = Exclude<FieldsWith<{ form: string; part: string }>, (typeof columns)[number]>
/** Profile fields that administrators can write. */
export const profileFields = formFields.filter(
  (name): name is ProfileField =>
    userFields[name].part !== undefined && !columns.includes(name as 'name'),
)

/** User fields that are shown but never searched. */
export type Profile = ReadOnlyProfile & {
  [Name in ProfileField]: SentValue<Name> | (Name extends 'location' | 'note' ? null : never)
}

interface ReadOnlyProfile {
  job_title: string
  /** IANA name, or null if the user never chose one. */
  time_zone: string | null
  namespace_id: number
  email_reset_offered_at: string | null
  current_sign_in_ip: string | null
  last_sign_in_ip: string | null
  sign_in_count: number
  plan: string
  trial: boolean
  /** The group or project of a service account, unless it belongs to the instance. */
  provisioned_by_group_id: number | null
  provisioned_by_project_id: number | null
}

/** Counts of work items, which the sandbox doesn't store. */
export interface Counts {
  assigned_issues: number
  assigned_merge_requests: number
  review_requested_merge_requests: number
  todos: number
  issues_count: number
  merge_requests_count: number
}

export function profileOf(user: User): Profile {
  return JSON.parse(user.profile) as Profile
}

export function countsOf(user: User): Counts {
  return JSON.parse(user.counts) as Counts
}

/** Internal accounts, which can't be blocked. */
export function isInternal(user: User): boolean {
  return ['alert_bot', 'support_bot', 'ghost'].includes(user.kind)
}

export function userById(db: Database, id: number): User | undefined {
  return db.one<User>('SELECT * FROM users WHERE id = ?', id)
}

/** Ignores case. */
export function userByUsername(db: Database, username: string): User | undefined {
  return db.one<User>('SELECT * FROM users WHERE username = ?', username)
}

/** A string of digits is an id, never a username (`app/finders/user_finder.rb`). */
export function userByIdOrUsername(db: Database, idOrUsername: string): User | undefined {
  if (!/^\d+$/.test(idOrUsername)) return userByUsername(db, idOrUsername)
  const id = Number(idOrUsername)
  return Number.isSafeInteger(id) ? userById(db, id) : undefined
}

/** Omitted for a new user, because the database and `insertUser` fill these in. */
type StoredDefaults = 'id' | 'search_text' | 'avatar' | 'unconfirmed_email' | 'password_expires_at'

/** A user who hasn't been stored yet. */
export type NewUser = Omit<User, StoredDefaults | 'profile' | 'counts'> & {
  profile: Profile
  counts: Counts
}

/** Stores a new user and returns its id. */
export function insertUser(db: Database, { profile, counts, ...user }: NewUser): number {
  return db.insert('users', {
    ...user,
    search_text: searchText(user),
    profile: JSON.stringify(profile),
    counts: JSON.stringify(counts),
  })
}

type UserColumns = Partial<Omit<User, 'id' | 'search_text' | 'profile' | 'counts'>> & {
  profile?: Profile
  counts?: Counts
}

/** Stores changes to a user, keeping the search columns in sync, and returns the updated user. */
export function updateUser(
  db: Database,
  user: User,
  { profile, counts, ...change }: UserColumns,
): User {
  const columns = {
    ...change,
    search_text: searchText({ ...user, ...change }),
    ...(profile && { profile: JSON.stringify(profile) }),
    ...(counts && { counts: JSON.stringify(counts) }),
  }
  const names = Object.keys(columns)
  db.run(
    `UPDATE users SET ${names.map((name) => `${name} = ?`).join()} WHERE id = ?`,
    ...Object.values(columns),
    user.id,
  )
  return userById(db, user.id)!
}

function searchText({ name, username }: Pick<User, 'name' | 'username'>): string {
  return `${name} ${username}`.toLowerCase()
}
