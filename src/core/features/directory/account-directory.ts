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
import type { Say } from '../../infra/log/log.ts'
import type { Clock } from '../../infra/time/clock.ts'
import type { RowsTell } from './server-filters.ts'

export interface AccountDirectoryPorts {
  copy: UserDirectory
  clock: Pick<Clock, 'now' | 'after'>
  tell(state: DirectoryState): void
  /** Asks the service whether the account is an administrator's still. */
  isAdmin(): Promise<boolean>
  /** Those of these users whose deletion the service accepted from here: it may still list them. */
  beingDeleted(ids: readonly number[]): ReadonlySet<number>
  /** The users whose last activity is from “View as”. */
  viewed: UserDirectory['viewed']
  /** What the disk does not let the copy do. */
  diskFailure(): Failure | undefined
  /** Bytes that are left on the disk of the copy; undefined where that is not known. */
  freeBytes(): number | undefined
  limits?: SyncLimits
  /** The file cannot be used any more. */
  damaged(error: unknown): void
  log: Say
}

interface Reading {
  of: 'everybody' | 'changes'
  abort: AbortController
  /** For each page that is under way, who was read by themselves meanwhile. */
  watches: Set<Set<number>>
}

/** Milliseconds after which changes are read when a list is first looked at. */
const staleMs = 10 * 60 * 1000
/** Milliseconds after which everybody is read again, because changes do not tell of those who were deleted. */
const everybodyMs = 24 * 60 * 60 * 1000
/** After everybody was read, so many pages of known people in a row tell that nobody changed meanwhile. */
const quietAfterEverybody = 3
/** Milliseconds before a list that could not be read is read again by itself. */
const againMs = 30_000
/** Milliseconds between two pieces of news. */
const newsMs = 250

/** The copy of one account's list, and its reading: one at a time. */
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

  /** Looks through the rows of a file that was just opened, and lets others go first. Never throws. */
  async verify(): Promise<void> {
    const { copy, damaged } = this.#ports
    try {
      for (const _ of copy.verify()) await turn()
    } catch (error) {
      // Otherwise the file was closed meanwhile, or the disk fails, and whoever asks next is told.
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

  /** Who was active on a day or later, oldest first; undefined before everybody was read once. */
  activities(from: string) {
    const { copy } = this.#ports
    return copy.progress().asOf === undefined ? undefined : copy.activities(from)
  }

  /** Somebody's row is no older than this, in milliseconds since 1970; undefined where that is not known. */
  knownSince(id: number): number | undefined {
    const { record } = this.#ports.copy
    const { asOf, began } = record.progress()
    // Of a list that was not read to its end yet, some may be left from an earlier one.
    return asOf ?? (record.hasSeen(id) ? began : undefined)
  }

  /** Whether a row lacks what it takes to act on somebody unread. Of bots some services say nothing at all. */
  isIncomplete(): (row: UserRow) => boolean {
    const knowsBots = this.#ports.copy.knowsBots()
    return ({ state, is_admin, bot }) =>
      !isKnownState(state) || is_admin === null || (bot === null && knowsBots)
  }

  /** What the rows tell of people beyond what every service says. */
  get rowsTell(): RowsTell {
    const { copy } = this.#ports
    return { auditors: () => copy.knowsAuditors(), scim: () => copy.knowsScim() }
  }

  /** Reads what was never read, and, at the first look since the start, what may have changed. */
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

  /** Whoever wants everybody does not wait until the changes have come. */
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

  /** What came so far stays, and the next reading goes on from there. */
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
    // One row alone would look like a list that was read.
    if (asOf === undefined && began === undefined) return
    if (this.#ports.beingDeleted([user.id]).has(user.id)) return
    this.#isNewer(user.id)
    this.#changing(() => copy.put(user))
  }

  remove(id: number): void {
    this.#isNewer(id)
    this.#changing(() => this.#ports.copy.remove(id))
  }

  /** Lets go of the copy for good. */
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
      // Who changed after their page had been read is known by this alone; a service that cannot tell is read whole each time.
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

  /** How many a reading of everybody has brought; all, where it only looks who changed meanwhile. */
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

  /** Now or soon, a few times a second at most. */
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

function failureOf(error: unknown, log: Say): Failure {
  if (error instanceof FailureError) return error.failure
  log('The list of people could not be read.', { error })
  return {
    kind: 'unexpected',
    message: message('directory.syncFailed'),
    hint: message('directory.syncFailedHint'),
  }
}
