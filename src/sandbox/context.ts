import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Token } from './database/tokens.ts'
import type { User } from './database/users.ts'
import type { Flavor } from './flavors.ts'
import type { Release } from './release.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'

/** A mail that a real service would send. */
export interface Mail {
  to: string
  /** Opened by its reader, it confirms the address. */
  link: string
}

/** On whose behalf a request acts. */
export interface Caller {
  user: User
  /** May use what is for administrators: with Admin Mode on, `user.admin` alone is not enough. */
  isAdmin: boolean
  token: Token
}

/** The two kinds of limits of the service. */
export interface RateLimits {
  /** Counts a request; returns the answer to one too many. */
  throttle(headers: Headers): Response | undefined
  /** Counts a call of an operation, for example `users.get`. Throws an `ApiError` of one too many. */
  check(operation: ServiceOperationName, caller: Caller | undefined): void
}

/** What every part of a running sandbox works with. */
export interface Context {
  db: Database
  now: Clock
  flavor: Flavor
  release: Release
  /** Where the sandbox is reached, without a trailing slash. */
  url: string
  /** An administrator's token needs the scope `admin_mode` as well. */
  adminMode: boolean
  /** Every token has to expire. */
  tokensExpire: boolean
  /** Personal access tokens can be listed, rotated and revoked by ID, and there are members of groups and projects; only in flavor `gitlab`. */
  hasTokenList: boolean
  /** Milliseconds that a deletion takes; up to the next full minute where this is absent. */
  deletionMs?: number
  /** Absent where nothing is limited. */
  rateLimits?: RateLimits
  /** Gets every mail that a real service would send. */
  mail(message: Mail): void
  /** Gets every error that was answered with 500. */
  report(error: unknown): void
}
