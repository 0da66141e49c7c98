import type { AccountsSnapshot } from './app/accounts.ts'
import type { Connectivity } from './app/connectivity.ts'
import type { Notice, StatusEvent } from './app/desktop.ts'
import type { DirectoryState } from './app/directory.ts'
import type { LockState } from './app/lock.ts'
import type { QueueSummary } from './app/queue.ts'
import type { SafeModeState } from './app/safe-mode.ts'
import type { Settings } from './app/settings.ts'
import type { Updates } from './app/updates.ts'
import type { Envelope, Failure } from './failure.ts'

/** What the Node side tells its screens without being asked. */
export interface HostEvents {
  accounts: AccountsSnapshot
  connectivity: Connectivity
  directory: DirectoryEvent
  lock: LockState
  notice: Notice
  queue: QueueEvent
  safeMode: SafeModeState
  settings: Settings
  status: StatusEvent
  /** What was done, but could not be saved on this computer. */
  unsaved: Failure
  updates: Updates
  /** The page is asked to go somewhere; `desktop.takeVisit` tells where. */
  visit: Record<string, never>
}

/** How the reading of an account's directory goes, or that its rows changed. */
export interface DirectoryEvent {
  account: string
  state: DirectoryState
}

/** Something moved in an account's queue of actions. */
export interface QueueEvent {
  account: string
  summary: QueueSummary
  /** Ids of the people whom it was about, of at most 100 of them. */
  targets: number[]
}

export type HostEventName = keyof HostEvents

export const hostEventNames: readonly HostEventName[] = [
  'accounts',
  'connectivity',
  'directory',
  'lock',
  'notice',
  'queue',
  'safeMode',
  'settings',
  'status',
  'unsaved',
  'updates',
  'visit',
]

/**
 * The boundary between the page and the Node side. Everything that crosses is JSON.
 *
 * Nothing that crosses holds a stored token, and nothing names a header, a file path or an address to fetch.
 */
export interface Host {
  /** Calls `family.operation` of one of the two tables, for the account named. */
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  /** Listens to an event; returns what ends the listening. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void
}
