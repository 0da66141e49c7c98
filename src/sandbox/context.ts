import type { Clock } from './clock.ts'
import type { Mail } from './confirmations.ts'
import type { Database } from './database/database.ts'
import type { Flavour } from './flavours.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Release } from './release.ts'

/** What every part of a running sandbox works with. */
export interface Context {
  db: Database
  now: Clock
  flavour: Flavour
  release: Release
  /** Where the sandbox is reached, without a trailing slash. */
  url: string
  /** An administrator's token needs the scope `admin_mode` as well. */
  adminMode: boolean
  /** Every token has to expire. */
  tokensExpire: boolean
  /** Milliseconds that a deletion takes; up to the next full minute where this is absent. */
  deletionMs?: number
  /** Absent where nothing is limited. */
  rateLimits?: RateLimits
  /** Gets every mail that a real service would send. */
  mail(message: Mail): void
  /** Gets every error that was answered with 500. */
  report(error: unknown): void
}
