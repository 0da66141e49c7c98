import { expiresWithinDays } from './expiry.ts'

/** What is read of each user. */
export const reviewParts = ['user', 'memberships', 'ssh', 'gpg', 'tokens', 'personal'] as const
export type ReviewPart = (typeof reviewParts)[number]

/** Whether the personal access tokens are read from the instance's list, because its pages are fewer than the users. */
export function readsTokenList(users: number, tokenPages: number | null): boolean {
  return tokenPages !== null && tokenPages < users
}

/**
 * About how many requests a review sends: one for each part of each user. The list of personal access tokens has no pages if the instance
 * lacks it, and null if their number isn't known.
 */
export function countRequests(users: number, tokenPages: number | null): number {
  const personal = readsTokenList(users, tokenPages) ? tokenPages! : users
  return users * (reviewParts.length - 1) + personal
}

/** The fields that are kept of each user. */
export const reviewedFields = [
  ...(['username', 'name', 'email', 'state', 'admin', 'external', 'bot'] as const),
  ...(['two_factor_enabled', 'last_activity_on', 'last_sign_in_at', 'created_at'] as const),
]

/** What reviewed users are filtered by; several have to match. */
export const reviewFilters = [
  'noTwoFactor',
  'admins',
  'external',
  'inactive',
  'neverSignedIn',
  'owner',
  'activeToken',
  'tokenNeverExpires',
  'expiredToken',
  'keyNeverExpires',
  'expiredKey',
  'oldKey',
  'gone',
  'unread',
] as const
export type ReviewFilter = (typeof reviewFilters)[number]

export const reviewColumns = [
  'username',
  'state',
  'two_factor_enabled',
  'last_activity_on',
  'last_sign_in_at',
  'memberships',
  'keys',
  'tokens',
] as const
export type ReviewColumn = (typeof reviewColumns)[number]

export const credentialKinds = ['ssh', 'gpg', 'token', 'personal'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** How a credential ends, of which one is chosen at a time. */
export const expiryFilters = [
  'expired',
  ...(Object.keys(expiresWithinDays) as (keyof typeof expiresWithinDays)[]),
  'neverExpires',
] as const

export const credentialFilters = [...expiryFilters, 'weak', 'unused', 'old', 'active'] as const
export type CredentialFilter = (typeof credentialFilters)[number]

export const credentialColumns = [
  'username',
  'title',
  'created_at',
  'expires_at',
  'last_used_at',
] as const
export type CredentialColumn = (typeof credentialColumns)[number]
