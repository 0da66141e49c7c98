import { byKind } from '../../shared/rules/user-fields.ts'
import type { Database } from './database.ts'
import { insertUser, profileFields, profileOf, updateUser, userById } from './users.ts'
import type { Counts, NewUser, Profile, User } from './users.ts'

/** Returns an active account with default values. `createdBy` is an administrator's id. */
export function newUser(
  { username, name, email }: Pick<User, 'username' | 'name' | 'email'>,
  createdAt: string,
  createdBy: number | null,
): NewUser {
  return {
    username,
    name,
    email,
    public_email: null,
    state: 'active',
    kind: 'human',
    locked: 0,
    admin: 0,
    auditor: 0,
    external: 0,
    two_factor_enabled: 0,
    private_profile: 0,
    projects_count: 0,
    created_by_id: createdBy,
    created_at: createdAt,
    updated_at: createdAt,
    confirmed_at: null,
    current_sign_in_at: null,
    last_sign_in_at: null,
    last_activity_on: null,
    profile: { ...blankProfile, commit_email: email },
    counts: emptyCounts,
  }
}

/** Stores a new user with a personal namespace. */
export function addUser(db: Database, user: NewUser): User {
  const stored = userById(db, insertUser(db, user))!
  return updateUser(db, stored, {
    profile: { ...profileOf(stored), namespace_id: namespaceOf(stored.id) },
  })
}

export function namespaceOf(userId: number): number {
  return 1000 + userId
}

/** A new user's profile. */
export const blankProfile: Profile = {
  // Null inherits the instance's limit.
  ...byKind(profileFields, { flag: false, number: 0, minutes: null, theme: 3, colours: 1 }, ''),
  location: null,
  note: null,
  job_title: '',
  time_zone: null,
  projects_limit: 100,
  can_create_group: true,
  namespace_id: 0,
  email_reset_offered_at: null,
  current_sign_in_ip: null,
  last_sign_in_ip: null,
  sign_in_count: 0,
  plan: 'ultimate',
  trial: false,
  provisioned_by_group_id: null,
  provisioned_by_project_id: null,
}

/** All counts at zero. */
export const emptyCounts: Counts = {
  assigned_issues: 0,
  assigned_merge_requests: 0,
  review_requested_merge_requests: 0,
  todos: 0,
  issues_count: 0,
  merge_requests_count: 0,
}
