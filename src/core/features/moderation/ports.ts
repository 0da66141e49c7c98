import type { Account } from '../../../shared/operations/accounts.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { QueueEvent } from '../../../shared/operations/host.ts'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import type { AuditLog } from '../../audit-log/audit-log.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import type { Lanes } from './lanes.ts'
import type { LookAlike } from '../../../shared/rules/look-alike/find-look-alikes.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { LogFunction } from '../../platform/log/log.ts'

/** The directory of users. */
export interface UserDirectory {
  /** The users of a selection that are in the directory. */
  resolve(account: string, selection: Selection): Iterable<DirectoryUser>
  /** When the last full sync ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined
  /** The user whom another one is easily mistaken for, as far as that is known. Never throws. */
  lookAlikeOf(account: string, id: number): LookAlike | undefined
  /** Removes a user who is gone. */
  remove(account: string, id: number): void
}

export interface QueuePorts {
  /** ID of the account whose queue it is. */
  account: string
  accounts: {
    /** Those that are signed in. */
    ids(): string[]
    /** Throws when there is no such account. */
    account(id: string): Pick<Account, 'baseUrl' | 'user' | 'isAdmin' | 'canWrite'>
    /** Reads GET /user again. */
    refresh(id: string): Promise<Pick<Account, 'isAdmin'>>
  }
  /** The service as an account; users in its answers update the directory by themselves. */
  service(account: string): Pick<AccountService, 'call' | 'all'>
  people: UserDirectory
  viewed: Pick<ViewedUsers, 'withActivityBeforeView'>
  auditLog: Pick<AuditLog, 'add'>
  /** Shared with the queues of the other accounts. */
  lanes: Lanes
  settings(): Pick<Settings, 'undoSeconds' | 'requestsAtOnce'>
  /** Shared with everything else that the account sends. */
  throttle: Throttle
  /** Whether the account’s instance can't be reached now. */
  isUnreachable?(account: string): boolean
  clock: Clock
  /** Reports a change to the page. */
  emit(event: QueueEvent): void
  log: LogFunction
}
