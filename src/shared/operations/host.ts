import type { AccountsSnapshot } from './accounts.ts'
import type { Connectivity } from './connectivity.ts'
import type { CredentialsState } from './credentials.ts'
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
  copiedSecret: CopiedSecretEvent
  credentials: CredentialsEvent
  dependents: DependentsEvent
  directory: DirectoryEvent
  keyImport: KeyImportEvent
  lock: LockState
  notice: Notice
  queue: QueueEvent
  reports: ReportsEvent
  repositoryScan: RepositoryScanEvent
  rules: RulesEvent
  settings: Settings
  status: StatusEvent
  statusTimes: StatusTimesEvent
  /** Sent when an action succeeded but its result couldn't be saved on this computer. */
  unsaved: Failure
  updates: Updates
  /** Asks the page to open the screen that `desktop.takeVisit` returns. */
  visit: Record<string, never>
}

/** The first calls that every page makes, all without input. A browser gets their results when it signs in. */
export const firstCalls = [
  'accounts.list',
  'connectivity.list',
  'device.host',
  'lock.state',
  'settings.get',
  'updates.get',
] as const

/** The cached responses that Home shows first for the last account, read without input. */
export const homeReads = ['attention.get', 'ownStatus.get'] as const

/** The locally stored data that Home shows first for that account, read without input, and how its screens were left. */
export const homeCalls = [
  'layout.get',
  'ownStatus.presets',
  'ownStatus.recent',
  'statusTimes.get',
] as const

/** The result of one of `firstCalls`, `homeReads` or `homeCalls`, unless it takes long. */
export interface FirstAnswer {
  name: string
  input: unknown
  account?: string
  answer: Envelope
}

/** Sent when the secret that the desktop app copied last should be gone from the clipboard. */
export interface CopiedSecretEvent {
  /** `waiting`: it may still be there, and is removed once Latchkey has the focus. */
  outcome: 'cleared' | 'replaced' | 'waiting'
}

/** The sync state of an account's directory. Also sent when the directory's rows have changed. */
export interface DirectoryEvent {
  account: string
  state: DirectoryState
}

/** The state of an account's copy of all credentials. Also sent when its rows have changed. */
export interface CredentialsEvent {
  account: string
  state: CredentialsState
}

/** Sent when an account's figures of a day were recorded. */
export interface ReportsEvent {
  account: string
}

/** Sent while what depends on a user is read, and when that has ended. */
export interface DependentsEvent {
  account: string
  user: number
}

/** Sent when an account's scheduled status was set, cleared or rescheduled, or failed. */
export interface StatusTimesEvent {
  account: string
  times: StatusTimes
}

/** The result for one key in an import. */
export interface KeyImportEvent {
  /** The account that imports the key. */
  account: string
  localKeyId: string
}

/** The progress of a scan for repositories. */
export interface RepositoryScanEvent {
  /** The account for which the scan was started, if any. */
  account?: string
  repositories: number
  /** The number of folders scanned so far. */
  folders: number
}

/** Sent when an account's rules, or what they propose, changed. */
export interface RulesEvent {
  account: string
}

/** Sent when an account's runs or individual actions of any kind changed. */
export interface QueueEvent {
  account: string
  summary: QueueSummary
  /** The affected users' IDs, at most 100; empty if all users or no users may be affected. */
  targets: number[]
}

export type HostEventName = keyof HostEvents

export const hostEventNames: readonly HostEventName[] = [
  'accounts',
  'connectivity',
  'copiedSecret',
  'credentials',
  'dependents',
  'directory',
  'keyImport',
  'lock',
  'notice',
  'queue',
  'reports',
  'repositoryScan',
  'rules',
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
 * Stored tokens never cross it, and calls can't specify headers, files to read or URLs to fetch.
 */
export interface Host {
  /** Calls `family.operation` from either table for an account. */
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  /** Subscribes to an event; returns a function that unsubscribes. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void
  /** Returns a dropped `File`'s path; absent in a browser, which doesn’t reveal it. */
  pathOf?(file: object): string
}
