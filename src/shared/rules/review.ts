import { expiresWithinDays } from './expiry.ts'

/** The parts to read for each user. */
export const reviewParts = ['user', 'memberships', 'ssh', 'gpg', 'tokens', 'personal'] as const
export type ReviewPart = (typeof reviewParts)[number]

/**
 * Whether to read the personal access tokens from the instance's list, because it has fewer pages than users to review.
 */
export function readsTokenList(users: number, tokenPages: number | null): boolean {
  return tokenPages !== null && tokenPages < users
}

/**
 * The approximate number of requests that a review takes, rounded: one per user and part. `tokenPages` is 0 if the instance has
 * no list of personal access tokens, and null if unknown.
 */
export function countRequests(users: number, tokenPages: number | null): number {
  const personal = readsTokenList(users, tokenPages) ? tokenPages! : users
  const requests = users * (reviewParts.length - 1) + personal
  return Number(requests.toPrecision(2))
}

/** The fields kept for each user. */
export const reviewedFields = [
  ...(['username', 'name', 'email', 'state', 'admin', 'external', 'bot'] as const),
  ...(['two_factor_enabled', 'last_activity_on', 'last_sign_in_at', 'created_at'] as const),
]

/** The filters for reviewed users. If several are selected, all must match. */
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
  'newAccess',
  'stillThere',
  'notDecidedBefore',
  'gone',
  'unread',
] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** The possible decisions about a user, which don't change anything on GitLab. */
export const reviewDecisions = ['keep', 'change', 'remove'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** Decision filters of the list. */
export const decisionFilters = ['undecided', ...reviewDecisions] as const
export type DecisionFilter = (typeof decisionFilters)[number]

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

/** Expiry filters for credentials. Only one can be selected at a time. */
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
