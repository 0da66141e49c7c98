import type { UserDependents } from '../../../shared/operations/dependents.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { CappedAction } from '../../../shared/rules/ceilings.ts'
import type { LookAlike } from '../../../shared/rules/look-alike/find-look-alikes.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { JobAccounts } from '../../jobs/item-context.ts'
import type { AccountJobs } from '../../jobs/jobs.ts'

export interface UserDirectory {
  /** The selected users who are in the directory. */
  resolve(account: string, selection: Selection): Iterable<DirectoryUser>
  /** When the last full sync ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined
  /** A user whose name is easily confused with this one's, if there is one. Never throws. */
  lookAlikeOf(account: string, id: number): LookAlike | undefined
  /** Removes a user who was deleted. */
  remove(account: string, id: number): void
}

/**
 * Why an action can't be queued for that many more users; undefined if it can. One `target` that already counts doesn't count
 * twice.
 */
export type RoomFor = (
  action: CappedAction,
  wanted: number,
  target?: number,
) => { left: number; failure: UnformattedFailure } | undefined

/** Why no run touches a user; undefined if runs may. */
export type ExceptionOf = (user: number) => Message | undefined

export interface QueueOptions {
  /** The ID of the account that owns the queue. */
  account: string
  accounts: Pick<JobAccounts, 'account'>
  jobs: Pick<AccountJobs, 'sql' | 'runner' | 'auditLog'>
  runs: Pick<BackgroundJobs, 'get' | 'aheadOf'>
  directory: UserDirectory
  settings(): Pick<Settings, 'undoSeconds'>
  /** What the instance's ceiling leaves for an action; no limit if absent. */
  room?: RoomFor
  /** No exceptions if absent. */
  exceptionOf?: ExceptionOf
  /** What is known to depend on a user; nothing if absent. */
  dependentsOf?(user: number): UserDependents | undefined
  /** Shared with all other requests of the account. */
  throttle: Throttle
  clock: Clock
  log: LogFunction
}
