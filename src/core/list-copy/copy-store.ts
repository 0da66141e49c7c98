import type { ListEndpoint } from '../../shared/gitlab/endpoint.ts'
import type { DirectoryChangeKind } from '../../shared/rules/directory-changes.ts'
import type { Database, DatabaseOptions } from '../platform/sqlite/database.ts'
import type { DatePartition, SyncProgress, SyncState } from './sync-state.ts'

/** An entry of a list that can be copied. */
export interface CopiedEntry {
  id: number
  created_at?: string | null | undefined
}

/** What storing a page changed, for the thread that didn't store it. */
export interface WrittenRows {
  /** How many rows changed. */
  changed: number
  /** How many rows were added. */
  added: number
  /** The kinds of changes that were noted. */
  noted: DirectoryChangeKind[]
}

/** A copy of one of GitLab's lists. Each change is a single transaction. */
export interface CopyStore<Entry extends CopiedEntry = never, Context = unknown> {
  /** The sync state. Change it only through this store. */
  readonly syncState: SyncState
  /** Incremented on every change to the rows. */
  readonly version: number
  /** How many rows there are. */
  known(): number
  /** The file's size in bytes. */
  bytes(): number
  progress(): SyncProgress
  /** Starts a full sync at its first page. */
  begin(now: number): void
  /**
   * Stores a partition's page and next position, except for entries in `newer`, whose rows are more recent. Returns how
   * many entries were new in this partition.
   */
  storePage(partition: DatePartition, entries: readonly Entry[], newer: ReadonlySet<number>): number
  /** Stores a page of recently changed entries. Returns whether all of it was already known. */
  storeChanges?(pass: number, entries: readonly Entry[], newer: ReadonlySet<number>): boolean
  /** Ends a full sync after its last page, and removes rows that it hasn't seen. */
  finish(now: number): void
  /** What storing a page depends on, for the thread that stores it. */
  context(): Context
  useContext(context: Context): void
  takeNoted?(): DirectoryChangeKind[]
  /** Takes note of a page that another thread stored. */
  addWritten(written: WrittenRows): void
  /** Verifies all rows in steps of a few milliseconds. Throws `UnusableDatabase` if a row is damaged. */
  verify(): Iterable<void>
}

/** A list that can be copied, and how to store it. */
export interface CopyKind<
  Entry extends CopiedEntry = CopiedEntry,
  Store extends CopyStore<Entry> = CopyStore<Entry>,
> {
  /** Its name for the worker. */
  name: string
  endpoint: ListEndpoint<Entry>
  database: DatabaseOptions
  open(database: Database): Store
  /** Whether a page shows that the account lacks the rights to read all of each entry. */
  isPublic?(entries: readonly Entry[]): boolean
}
