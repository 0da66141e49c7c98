/**
 * The kinds of an instance's credentials. GitLab's list of tokens doesn't tell personal access tokens from impersonation
 * tokens, so a token stays `personalOrImpersonation` until its owner's impersonation tokens were read. A bot whose group or
 * project is unknown has the kind `bot`.
 */
export const instanceCredentialKinds = [
  'personalOrImpersonation',
  'personal',
  'impersonation',
  'project',
  'group',
  'serviceAccount',
  'bot',
  'ssh',
  'gpg',
] as const
export type InstanceCredentialKind = (typeof instanceCredentialKinds)[number]

/** The kinds of tokens, without keys. */
export const tokenKinds = instanceCredentialKinds.filter((kind) => kind !== 'ssh' && kind !== 'gpg')

/** The views of an instance's credentials. All but `createdThisWeek` list only credentials that still work. */
export const credentialViews = [
  'neverExpires',
  'unused',
  'neverUsed',
  'ownerBlocked',
  'expires14',
  'expires30',
  'broadScopes',
  'createdThisWeek',
] as const
export type CredentialView = (typeof credentialViews)[number]

/** The filters of an instance's credentials. If several are selected, all must match. */
export const instanceCredentialFilters = [
  ...credentialViews,
  'active',
  'expired',
  'expires7',
  'expires90',
  'weak',
  'old',
  'ownerUnknown',
] as const
export type InstanceCredentialFilter = (typeof instanceCredentialFilters)[number]

export const instanceCredentialColumns = [
  'username',
  'title',
  'kind',
  'created_at',
  'expires_at',
  'last_used_at',
] as const
export type InstanceCredentialColumn = (typeof instanceCredentialColumns)[number]

/** Days within which a credential counts as created this week. */
export const createdRecentlyDays = 7

/** States in which an owner can't sign in, so their credentials are left over. `gone` is an owner who no longer exists. */
export const blockedOwnerStates = ['blocked', 'ldap_blocked', 'banned', 'gone'] as const
