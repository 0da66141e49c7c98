import type { z } from 'zod'
import type { Connectivity } from '../shared/operations/connectivity.ts'
import type { HoldCause, HoldReason } from '../shared/operations/queue.ts'
import type { LockState } from '../shared/operations/lock.ts'
import type { Settings } from '../shared/operations/settings.ts'
import type { UnformattedFailure } from './platform/failure.ts'
import type { UserStatus } from '../shared/gitlab/current-user.ts'
import type { AnyEndpoint } from '../shared/gitlab/endpoint.ts'
import type { AccountDocuments } from './accounts/account-documents.ts'
import type { AccountFolders } from './accounts/account-folders.ts'
import type { ApiClient } from './gitlab/api-client.ts'
import type { GitLabClient } from './gitlab/gitlab-client.ts'
import type { OAuth } from './gitlab/oauth.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Computers } from './accounts/computers.ts'
import type { SeenUsers } from './accounts/seen-users.ts'
import type { ViewedUsers } from './accounts/viewed-users.ts'
import type { Audit } from './audit-log/audit.ts'
import type { ConnectivityLog } from './gitlab/connectivity/connectivity.ts'
import type { Throttle } from './gitlab/throttle.ts'
import type { Events } from './platform/events.ts'
import type { JsonFile } from './platform/files/json-file.ts'
import type { DocumentName } from './platform/files/own-files.ts'
import type { Hook } from './platform/hook.ts'
import type { Ceilings } from './policy/ceilings.ts'
import type { Exceptions } from './policy/exceptions.ts'
import type { RequiredReasons } from './policy/reasons.ts'
import type { ManagedPolicy } from './platform/policy/policy.ts'
import type { LogFunction } from './platform/log/log.ts'
import type { SystemClock } from './platform/time/clock.ts'
import type { Ports } from './ports.ts'

/** Dependencies that aren't tied to an account. */
export interface HostContext {
  ports: Ports
  log: LogFunction
  clock: SystemClock
  events: Events
  settings: JsonFile<Settings>
  /** The company's policy, as read at the start. */
  policy: ManagedPolicy
  ceilings: Ceilings
  reasons: RequiredReasons
  exceptions: Exceptions
  /** Path of a document or folder in the data folder. */
  inFolder(name: DocumentName | 'audit'): string
  /** A small document in the data folder; a failed write is reported to the page. */
  document<Schema extends z.ZodType>(name: DocumentName, schema: Schema): JsonFile<z.output<Schema>>
  /** Reports failed writes to the page. */
  unsaved(failure: UnformattedFailure): void
}

/** The accounts, and a GitLab client for each. */
export interface AccountContext extends HostContext {
  lock: { state(): LockState }
  accounts: Accounts
  /** Sends requests that don't belong to an account. */
  client: ApiClient
  oauth: OAuth
  folders: AccountFolders
  documents: AccountDocuments
  computers: Computers
  connectivity: ConnectivityLog
  seenUsers: SeenUsers
  viewed: ViewedUsers
  gitlabOf(account: string): GitLabClient
  /** Decides when an account may send requests to its instance. */
  throttle(account: string): Throttle
  /** Reloads GET /user. */
  refresh(account: string): ReturnType<Accounts['refresh']>
  /** Base URL of an account's instance; undefined once it is signed out. */
  instanceOf(account: string): string | undefined
  hooks: {
    /** Called with every GitLab response, which may contain users. */
    answered: Hook<[account: string, endpoint: AnyEndpoint, answer: unknown, input: unknown]>
    connectivity: Hook<[state: Connectivity, before: Connectivity['state']]>
    tokenReplaced: Hook<[account: string]>
    /**
     * Called when an account loses its token or rights, or gets a new token from the user: pending work must not be sent
     * automatically.
     */
    accessChanged: Hook<[account: string, reason: HoldReason, cause?: HoldCause]>
    /** Called when the user requests a retry. */
    retry: Hook<[account: string]>
    statusRead: Hook<[account: string, status: UserStatus, from: 'reading' | 'writing']>
  }
}

/** Dependencies of most features. */
export interface Context extends AccountContext {
  audit: Audit
}
