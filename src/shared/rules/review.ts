import { expiresWithinDays } from './expiry.ts'

/** The parts to read for each user. */
export const reviewParts = ['user', 'memberships', 'ssh', 'gpg', 'tokens', 'personal'] as const
export type ReviewPart = (typeof reviewParts)[number]

/** What a review can be about. Bots are left out unless `serviceAccounts` is included. */
export const reviewSubjects = [
  'memberships',
  'administrators',
  'tokens',
  'keys',
  'serviceAccounts',
] as const
export type ReviewSubject = (typeof reviewSubjects)[number]

const partsBySubject: Readonly<Record<ReviewSubject, readonly ReviewPart[]>> = {
  memberships: ['memberships'],
  administrators: [],
  tokens: ['tokens', 'personal'],
  keys: ['ssh', 'gpg'],
  serviceAccounts: [],
}

/** The parts that a review of these subjects reads. */
export function partsToRead(subjects: readonly ReviewSubject[]): ReviewPart[] {
  const parts = subjects.flatMap((subject) => partsBySubject[subject])
  return reviewParts.filter((part) => part === 'user' || parts.includes(part))
}

/**
 * Whether to read the personal access tokens from the instance's list, because it has fewer pages than users to review.
 */
export function readsTokenList(users: number, tokenPages: number | null): boolean {
  return tokenPages !== null && tokenPages < users
}

/** The sizes of lists that decide how many requests a review takes; null if unknown. */
export interface ReviewSizes {
  users: number | null
  /** The number of pages of the instance's list of personal access tokens; 0 if there is no such list. */
  tokenPages: number | null
  /** The numbers of groups and projects; 0 if the instance doesn't list them. */
  groups: number | null
  projects: number | null
}

/** Requests for each group (details, direct members, and all members) and project (members twice). */
const requestsPerGroup = 3
const requestsPerProject = 2

/** The approximate number of requests that a review takes, rounded; undefined if a size that matters is unknown. */
export function countRequests(
  { users, tokenPages, groups, projects }: ReviewSizes,
  subjects: readonly ReviewSubject[],
): number | undefined {
  if (users === null) return undefined
  const parts = partsToRead(subjects)
  const personal = !parts.includes('personal')
    ? 0
    : readsTokenList(users, tokenPages)
      ? tokenPages!
      : users
  let requests = users * parts.filter((part) => part !== 'personal').length + personal
  if (parts.includes('memberships')) {
    if (groups === null || projects === null) return undefined
    requests += groups * requestsPerGroup + projects * requestsPerProject
  }
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

/**
 * What an item of a review is: the account itself, the administrator flag, access to a group or project, a key, or a token.
 * `unexplained` is access that GitLab lists, but that follows from no membership that was read. `unread` stands for
 * something that couldn't be read, and so can't be certified.
 */
export const itemKinds = [
  'account',
  'administrator',
  'direct',
  'inherited',
  'shared',
  'unexplained',
  'ssh',
  'gpg',
  'token',
  'personal',
  'unread',
] as const
export type ItemKind = (typeof itemKinds)[number]

/** The possible decisions about an item. `not_mine`: the reviewer can't decide. */
export const itemDecisions = [...reviewDecisions, 'not_mine'] as const
export type ItemDecision = (typeof itemDecisions)[number]

export const itemDecisionFilters = ['undecided', ...itemDecisions] as const
export type ItemDecisionFilter = (typeof itemDecisionFilters)[number]

/** The kinds of access to groups and projects. */
export const accessKinds = ['direct', 'inherited', 'shared', 'unexplained'] as const

/**
 * Findings about items. Compared with the review that this one follows: `new` since, `returned` after it was removed, and
 * `notCarriedOut` although it was decided. `own`: about the user who decided. `grantedByReviewer`: they added the member;
 * `grantorUnknown`: GitLab doesn't know who did.
 */
export const itemFindings = [
  'new',
  'returned',
  'notCarriedOut',
  'own',
  'grantedByReviewer',
  'grantorUnknown',
] as const
export type ItemFinding = (typeof itemFindings)[number]

/** What came of a decision to change or remove something. `changed`: it had changed before it was carried out. */
export const remediationStates = ['open', 'pending', 'done', 'refused', 'changed'] as const
export type RemediationState = (typeof remediationStates)[number]

/** What happens to items that are undecided when a review is closed. Nothing is ever removed because of that. */
export const undecidedOutcomes = ['exception', 'no_change'] as const
export type UndecidedOutcome = (typeof undecidedOutcomes)[number]

/** In months. */
export const reviewCadences = [1, 3, 6, 12] as const

export const itemColumns = ['username', 'kind', 'title', 'level', 'expires_at'] as const
export type ItemColumn = (typeof itemColumns)[number]

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
