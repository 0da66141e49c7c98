import type { AccessToken } from './access-token.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { User } from './database/users.ts'
import type { Flavor } from './flavors.ts'
import type { Release } from './release.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'

/** An email that a real instance would send. */
export interface Mail {
  to: string
  /** The link in the email that confirms the address. */
  link: string
}

/** The user and token that a request acts as. */
export interface Caller {
  user: User
  /** Whether admin endpoints are allowed, for which `user.admin` alone isn't enough when Admin Mode is on. */
  isAdmin: boolean
  token: AccessToken
}

/** GitLab's two kinds of rate limits. */
export interface RateLimits {
  /** Counts a request. Returns the 429 response if the limit is exceeded. */
  throttle(headers: Headers): Response | undefined
  /** Counts a call to an operation such as `users.get`. Throws an `ApiError` if the limit is exceeded. */
  check(operation: ServiceOperationName, caller: Caller | undefined): void
}

/** The state shared by all parts of a running sandbox. */
export interface Context {
  db: Database
  now: Clock
  flavor: Flavor
  release: Release
  /** The sandbox's base URL without a trailing slash. */
  url: string
  /** Administrators' tokens also need the scope `admin_mode`. */
  adminMode: boolean
  /** Every token must have an expiry date. */
  tokensExpire: boolean
  /**
   * Personal access tokens can be listed, rotated, and revoked by ID, and groups and projects have members. Only in
   * flavor `gitlab`.
   */
  hasTokenList: boolean
  /** Administrators can find tokens by themselves and SSH keys by their fingerprint. Only in flavor `gitlab`. */
  hasLookup: boolean
  /** There are pipeline schedules, and runners can be listed. Only in flavor `gitlab`. */
  hasPipelines: boolean
  /** How long (s) new OAuth access tokens last. */
  oauthLifetime: number
  /** Administrators can't authorize OAuth applications with scopes that reach other users' data. */
  disableAdminOAuthScopes: boolean
  /** No personal access tokens with scopes can be created. */
  enforceFineGrainedTokens: boolean
  /** Devices can sign in with a code. Only in versions that support it. */
  hasDeviceFlow: boolean
  /** Users can manage their own OAuth applications. Only in versions that support it. */
  userApplications: boolean
  /** How long (ms) a deletion takes. Defaults to the next full minute. */
  deletionMs?: number
  /** Undefined if rate limits are off. */
  rateLimits?: RateLimits
  /** Receives every email that a real instance would send. */
  mail(message: Mail): void
  /** Receives every error that leads to a 500 response. */
  report(error: unknown): void
}
