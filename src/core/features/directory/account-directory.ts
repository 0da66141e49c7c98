import { setImmediate as turn } from 'node:timers/promises'
import type { DirectoryState } from '../../../shared/app/directory.ts'
import { type Failure, FailureError, formatFailure } from '../../infra/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { isKnownState } from '../../../shared/moderation.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { directoryFailure, isCorruption } from '../../infra/sqlite/database-failure.ts'
import { type SyncLimits, checkRoom, syncLimits } from './disk-space.ts'
import type { UserDirectory } from './directory-store.ts'
import { UserLists } from './user-lists.ts'
import type { UserRow } from './user-row.ts'
import { incrementalSync } from './incremental-sync.ts'
import { fullSync } from './full-sync.ts'
import { type ReadingPorts, type Watch, isRefusedRequest } from './sync-page.ts'
import type { LogFunction } from '../../infra/log/log.ts'
import type { Clock } from '../../infra/time/clock.ts'
import type { RowsTell } from './server-filters.ts'

export interface AccountDirectoryPorts {
  copy: UserDirectory
  clock: Pick<Clock, 'now' | 'after'>
  tell(state: DirectoryState): void
  /** Asks the service whether the account is still an administrator. */
  isAdmin(): Promise<boolean>
  /** The users among these whose deletion the service accepted from here; it may still list them. */
  beingDeleted(ids: readonly number[]): ReadonlySet<number>
  /** The users whose last activity is from “View as”. */
  viewed: UserDirectory['viewed']
  /** Why the copy can’t be written to the disk. */
  diskFailure(): Failure | undefined
  /** Free bytes on the disk of the copy; undefined if unknown. */
  freeBytes(): number | undefined
  limits?: SyncLimits
  /** Called when the file can’t be used any more. */
  damaged(error: unknown): void
  log: LogFunction
}

interface Reading {
  of: 'everybody' | 'changes'
  abort: AbortController
  /** For each page in flight, the users loaded on their own meanwhile. */
  watches: Set<Set<number>>
}

/** Milliseconds after which opening a list starts a sync. */
const staleMs = 10 * 60 * 1000
/** Milliseconds after which a full sync is due, because an incremental one doesn’t find deleted users. */
const everybodyMs = 24 * 60 * 60 * 1000
/** Unchanged pages in a row after which the incremental sync that follows a full one ends. */
const quietAfterEverybody = 3
/** Milliseconds before a failed sync is retried automatically. */
const againMs = 30_000
/** Milliseconds between two events. */
const newsMs = 250

/** The copy of one account’s list, and its syncs, one at a time. */
export class AccountDirectory {
  readonly lists: UserLists
  readonly #ports: AccountDirectoryPorts
  #reading: Reading | undefined
  #failure: Failure | undefined
  #failedAt = 0
  #wasLookedAt = false
  #wasStopped = false
  #cancelNews: (() => void) | undefined
  #toldAt = 0

  constructor(ports: AccountDirectoryPorts) {
    this.#ports = ports
    ports.copy.viewed = ports.viewed
    this.lists = new UserLists(ports.copy, ports.clock.now)
  }

  /** Verifies the rows of a newly opened file, letting other work run in between. Never throws. */
  async verify(): Promise<void> {
    const { copy, damaged } = this.#ports
    try {
      for (const _ of copy.verify()) await turn()
    } catch (error) {
      // Otherwise the file was closed meanwhile or the disk fails, which the next call reports.
      if (isCorruption(error)) damaged(error)
    }
  }

  state(): DirectoryState {
    const { copy, diskFailure } = this.#ports
    const failure = this.#failure ?? diskFailure()
    const { asOf, sweptAt, began, skipped } = copy.progress()
    return {
      phase: this.#phase(asOf, began),
      known: copy.known(),
      asOf,
      everybodyAsOf: sweptAt,
      reading: this.#reading?.of,
      came: asOf === undefined ? undefined : this.#came(began),
      skipped: skipped > 0 ? skipped : undefined,
      failure: failure && formatFailure(failure),
    }
  }

  rows(ids: readonly number[]): UserRow[] {
    return this.#ports.copy.rows(ids)
  }

  /** The users active on a day or later, oldest first; undefined before the first full sync. */
  activities(from: string) {
    const { copy } = this.#ports
    return copy.progress().asOf === undefined ? undefined : copy.activities(from)
  }

  /** The row of a user is at least as new as this, in milliseconds since 1970; undefined if unknown. */
  knownSince(id: number): number | undefined {
    const { record } = this.#ports.copy
    const { asOf, began } = record.progress()
    // During the first full sync, rows may be left over from an earlier one.
    return asOf ?? (record.hasSeen(id) ? began : undefined)
  }

  /** Whether a row lacks fields that actions need, so the user must be loaded first. Some services never send `bot`. */
  isIncomplete(): (row: UserRow) => boolean {
    const knowsBots = this.#ports.copy.knowsBots()
    return ({ state, is_admin, bot }) =>
      !isKnownState(state) || is_admin === null || (bot === null && knowsBots)
  }

  /** Which filters the rows can answer that not every service supports. */
  get rowsTell(): RowsTell {
    const { copy } = this.#ports
    return { auditors: () => copy.knowsAuditors(), scim: () => copy.knowsScim() }
  }

  /** Starts the first sync, or one for changes when the list is first opened since the start. */
  readIfNeeded(me: AccountService): void {
    const isFirst = !this.#wasLookedAt
    this.#wasLookedAt = true
    if (this.#reading || this.#wasStopped) return
    const { copy, clock } = this.#ports
    const { asOf, began } = copy.progress()
    const isUnread = asOf === undefined && clock.now() - this.#failedAt > againMs
    const isOld = began !== undefined || (asOf !== undefined && clock.now() - asOf > staleMs)
    if (isUnread || (isFirst && isOld)) this.read(me)
  }

  /** Starts a sync. A full one replaces a running incremental one. */
  read(me: AccountService, { everybody = false } = {}): DirectoryState {
    if (everybody && this.#reading?.of === 'changes') this.#endReading()
    if (!this.#reading) {
      const of = everybody || this.#wantsEverybody() ? 'everybody' : 'changes'
      const reading: Reading = { of, abort: new AbortController(), watches: new Set() }
      this.#reading = reading
      this.#failure = undefined
      this.#wasStopped = false
      void this.#run(me, reading)
      this.#tell()
    }
    return this.state()
  }

  /** Stops the sync. Loaded users are kept, and the next sync continues from there. */
  stop(): DirectoryState {
    if (this.#reading) {
      this.#wasStopped = true
      this.#endReading()
      this.#tellNow()
    }
    return this.state()
  }

  patch(user: AdminListUser): void {
    const { copy } = this.#ports
    const { asOf, began } = copy.progress()
    // A single row would look like a loaded list.
    if (asOf === undefined && began === undefined) return
    if (this.#ports.beingDeleted([user.id]).has(user.id)) return
    this.#isNewer(user.id)
    this.#changing(() => copy.put(user))
  }

  remove(id: number): void {
    this.#isNewer(id)
    this.#changing(() => this.#ports.copy.remove(id))
  }

  /** Stops using the copy. */
  end(): void {
    this.#endReading()
    this.#cancelNews?.()
  }

  async #run(me: AccountService, reading: Reading): Promise<void> {
    const { clock, damaged, isAdmin, beingDeleted, log } = this.#ports
    const { signal } = reading.abort
    try {
      await this.#read(me, reading, {
        signal,
        now: clock.now,
        watch: () => watchIn(reading.watches),
        checkRoom: () => this.#checkRoom(),
        progress: () => this.#tell(),
        isAdmin,
        beingDeleted,
      })
    } catch (error) {
      if (signal.aborted) return
      if (isCorruption(error)) return damaged(error)
      this.#failure = failureOf(directoryFailure(error), log)
      this.#failedAt = clock.now()
    }
    this.#reading = undefined
    this.lists.forget()
    this.#tellNow()
  }

  async #read(me: AccountService, reading: Reading, ports: ReadingPorts): Promise<void> {
    const { copy } = this.#ports
    if (reading.of === 'everybody') {
      await fullSync(me, copy, ports)
      // Only this finds users who changed after their page was loaded. Services without it get a full sync each time.
      await incrementalSync(me, copy, ports, quietAfterEverybody).catch((error: unknown) => {
        if (!isRefusedRequest(error)) throw error
      })
      return
    }
    try {
      await incrementalSync(me, copy, ports)
    } catch (error) {
      if (!isRefusedRequest(error)) throw error
      reading.of = 'everybody'
      await fullSync(me, copy, ports)
    }
  }

  #checkRoom(): void {
    const { copy, freeBytes, limits = syncLimits } = this.#ports
    checkRoom({ users: copy.known(), bytes: copy.bytes(), free: freeBytes() }, limits)
  }

  #wantsEverybody(): boolean {
    const { sweptAt, began } = this.#ports.copy.progress()
    return (
      began !== undefined ||
      sweptAt === undefined ||
      this.#ports.clock.now() - sweptAt > everybodyMs
    )
  }

  /** The number of users that a full sync has loaded; all of them once it only checks for changes. */
  #came(began: number | undefined): number | undefined {
    if (this.#reading?.of !== 'everybody') return undefined
    const { copy } = this.#ports
    return began === undefined ? copy.known() : copy.record.seen()
  }

  #isNewer(id: number): void {
    for (const watch of this.#reading?.watches ?? []) watch.add(id)
  }

  #phase(asOf: number | undefined, began: number | undefined): DirectoryState['phase'] {
    if (this.#reading) return 'reading'
    if (began !== undefined || this.#failure) return 'stopped'
    return asOf === undefined ? 'none' : 'whole'
  }

  #endReading(): void {
    this.#reading?.abort.abort()
    this.#reading = undefined
    this.lists.forget()
  }

  #changing(act: () => void): void {
    const { version } = this.#ports.copy
    act()
    if (this.#ports.copy.version !== version) this.#tell()
  }

  /** Emits an event now or soon, at most a few times a second. */
  #tell(): void {
    if (this.#cancelNews) return
    const wait = Math.max(0, this.#toldAt + newsMs - performance.now())
    this.#cancelNews = this.#ports.clock.after(wait, () => this.#tellNow())
  }

  #tellNow(): void {
    this.#cancelNews?.()
    this.#cancelNews = undefined
    this.#toldAt = performance.now()
    this.#ports.tell(this.state())
  }
}

function watchIn(watches: Set<Set<number>>): Watch {
  const newer = new Set<number>()
  watches.add(newer)
  return { newer, end: () => void watches.delete(newer) }
}

function failureOf(error: unknown, log: LogFunction): Failure {
  if (error instanceof FailureError) return error.failure
  log('The list of people could not be read.', { error })
  return {
    kind: 'unexpected',
    message: message('directory.syncFailed'),
    hint: message('directory.syncFailedHint'),
  }
}
