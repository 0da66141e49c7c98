import type { AccountsSnapshot } from './accounts.ts'
import type { Connectivity } from './connectivity.ts'
import type { Notice, StatusEvent } from './desktop.ts'
import type { DirectoryState } from './directory.ts'
import type { LockState } from './lock.ts'
import type { QueueSummary } from './queue.ts'
import type { Settings } from './settings.ts'
import type { StatusTimes } from './status-times.ts'
import type { Updates } from './updates.ts'
import type { Envelope, Failure } from '../rules/failure.ts'

/** Events from the Node side to the page. */
export interface HostEvents {
  accounts: AccountsSnapshot
  connectivity: Connectivity
  directory: DirectoryEvent
  keyImport: KeyImportEvent
  lock: LockState
  notice: Notice
  queue: QueueEvent
  repositoryScan: RepositoryScanEvent
  settings: Settings
  status: StatusEvent
  statusTimes: StatusTimesEvent
  /** An action succeeded, but could not be saved on this computer. */
  unsaved: Failure
  updates: Updates
  /** The page should open a screen; `desktop.takeVisit` returns which. */
  visit: Record<string, never>
}

/** What each page asks first, without input; a browser gets the answers when it enters. */
export const firstCalls = [
  'accounts.list',
  'connectivity.list',
  'device.host',
  'lock.state',
  'settings.get',
  'updates.get',
] as const

/** What Home shows first of the last account, as it was when it was last read; asked of the cache, without input. */
export const homeReads = ['attention.get', 'ownStatus.get'] as const

/** What else Home shows first of that account, without input; stored on this computer. */
export const homeCalls = ['ownStatus.presets', 'ownStatus.recent', 'statusTimes.get'] as const

/** The answer to one of `firstCalls`, `homeReads` or `homeCalls`, unless that takes long. */
export interface FirstAnswer {
  name: string
  input: unknown
  account?: string
  answer: Envelope
}

/** The sync state of an account's directory, also sent when its rows changed. */
export interface DirectoryEvent {
  account: string
  state: DirectoryState
}

/** An account's status was set or cleared at its time, could not be, or will be at another. */
export interface StatusTimesEvent {
  account: string
  times: StatusTimes
}

/** A key of an import has its result. */
export interface KeyImportEvent {
  /** The account that imports. */
  account: string
  localKeyId: string
}

/** How far a scan for repositories is. */
export interface RepositoryScanEvent {
  /** The account that the scan was started for, if one was named. */
  account?: string
  repositories: number
  /** Those that it has looked into. */
  folders: number
}

/** The runs or single actions of an account changed, of any kind. */
export interface QueueEvent {
  account: string
  summary: QueueSummary
  /** IDs of the affected users, at most 100; none where any may be affected, or nobody is. */
  targets: number[]
}

export type HostEventName = keyof HostEvents

export const hostEventNames: readonly HostEventName[] = [
  'accounts',
  'connectivity',
  'directory',
  'keyImport',
  'lock',
  'notice',
  'queue',
  'repositoryScan',
  'settings',
  'status',
  'statusTimes',
  'unsaved',
  'updates',
  'visit',
]

/**
 * The boundary between the page and the Node side. Everything that crosses it is JSON.
 *
 * No stored token crosses it, and nothing in it names a header, a file to read or a URL to fetch.
 */
export interface Host {
  /** Calls `family.operation` of one of the two tables, for an account. */
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  /** Subscribes to an event; returns a function that unsubscribes. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void
  /** The path of a dropped `File`; absent in a browser, which doesn’t tell it. */
  pathOf?(file: object): string
}
