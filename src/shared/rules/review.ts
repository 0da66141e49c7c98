/** What is read of each user. */
export const reviewParts = ['user', 'memberships', 'ssh', 'gpg', 'tokens'] as const
export type ReviewPart = (typeof reviewParts)[number]

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

export const credentialKinds = ['ssh', 'gpg', 'token'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export const credentialFilters = [
  'expired',
  'expiresSoon',
  'neverExpires',
  'old',
  'unused',
  'active',
] as const
export type CredentialFilter = (typeof credentialFilters)[number]

export const credentialColumns = [
  'username',
  'title',
  'created_at',
  'expires_at',
  'last_used_at',
] as const
export type CredentialColumn = (typeof credentialColumns)[number]
