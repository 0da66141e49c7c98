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
  /** An action succeeded, but its result couldn't be saved on this computer. */
  unsaved: Failure
  updates: Updates
  /** The page should open a screen, returned by `desktop.takeVisit`. */
  visit: Record<string, never>
}

/** The first calls of every page, all without input; a browser gets the results when it signs in. */
export const firstCalls = [
  'accounts.list',
  'connectivity.list',
  'device.host',
  'lock.state',
  'settings.get',
  'updates.get',
] as const

/** The cached responses shown first on Home for the last account, read without input. */
export const homeReads = ['attention.get', 'ownStatus.get'] as const

/** The locally stored data shown first on Home for that account, read without input. */
export const homeCalls = ['ownStatus.presets', 'ownStatus.recent', 'statusTimes.get'] as const

/** The result of one of `firstCalls`, `homeReads` or `homeCalls`, unless it takes long. */
export interface FirstAnswer {
  name: string
  input: unknown
  account?: string
  answer: Envelope
}

/** The sync state of an account's directory; also sent when its rows changed. */
export interface DirectoryEvent {
  account: string
  state: DirectoryState
}

/** A scheduled status of an account was set, cleared, failed or moved to another time. */
export interface StatusTimesEvent {
  account: string
  times: StatusTimes
}

/** The result of one key in an import. */
export interface KeyImportEvent {
  /** The importing account. */
  account: string
  localKeyId: string
}

/** The progress of a scan for repositories. */
export interface RepositoryScanEvent {
  /** The account that the scan was started for, if any. */
  account?: string
  repositories: number
  /** Number of folders scanned so far. */
  folders: number
}

/** Runs or individual actions of an account changed, of any kind. */
export interface QueueEvent {
  account: string
  summary: QueueSummary
  /** IDs of the affected users, at most 100; empty if all or no users may be affected. */
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
 * Stored tokens never cross it, and calls can't specify a header, a file to read or a URL to fetch.
 */
export interface Host {
  /** Calls `family.operation` of either table for an account. */
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  /** Subscribes to an event; returns a function that unsubscribes. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void
  /** The path of a dropped `File`; absent in a browser, which doesn’t reveal it. */
  pathOf?(file: object): string
}
