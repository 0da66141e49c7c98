import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Flavour } from './flavours.ts'

/** What every part of a running sandbox works with. */
export interface Context {
  db: Database
  now: Clock
  flavour: Flavour
  /** Where the sandbox is reached, without a trailing slash. */
  url: string
  /** An administrator's token needs the scope `admin_mode` as well. */
  adminMode: boolean
  /** Gets every error that was answered with 500. */
  report(error: unknown): void
}
