import { createFailure } from '../../platform/failures.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DirectoryChange, DirectoryState } from '../../../shared/operations/directory.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { isKnownState } from '../../../shared/rules/moderation.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { directoryFailure, isCorruption } from '../../platform/sqlite/database-failure.ts'
import { type SyncLimits, assertRoom, syncLimits } from './copy-limits.ts'
import type { DirectoryStore } from './directory-store.ts'
import { LookAlikes } from './look-alikes.ts'
import { SpamSweep } from './spam-sweep.ts'
import { UserLists } from './user-lists.ts'
import { type UserKeys, idsByKeys, wordsInOtherNames } from './user-keys.ts'
import type { DirectoryUserRow } from './user-row.ts'
import { incrementalSync } from './incremental-sync.ts'
import { fullSync } from './full-sync.ts'
import type { PageThread } from './page-store.ts'
import { PageWriter } from './page-writer.ts'
import {
  type AccountRights,
  type SyncOptions,
  type UpdateTracker,
  isRefusedRequest,
} from './sync-page.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { withTimeLimit } from '../../platform/time/time-limit.ts'
import type { LocalFilters } from './server-filters.ts'

export interface AccountDirectoryOptions {
  copy: DirectoryStore
  /** Starts what stores the pages of a sync in the copy. */
  startPageThread(): PageThread
  clock: Pick<Clock, 'now' | 'after'>
  onChange(state: DirectoryState): void
  /** Checks which rights the account has now. */
  rights(): Promise<AccountRights>
  /** Which of these users are being deleted: GitLab accepted Latchkey's request, but may still list them. */
  beingDeleted(ids: readonly number[]): ReadonlySet<number>
  /** The users whose last activity was caused by “View as”. */
  viewed: DirectoryStore['viewed']
  /** Why the copy can't be written to disk. */
  diskFailure(): UnformattedFailure | undefined
  /** Free bytes on the copy's disk; undefined if unknown. */
  freeBytes(): number | undefined
  limits?: SyncLimits
  /** Called once the file can no longer be used. */
  onCorruption(error: unknown): void
  log: LogFunction
}

interface RunningSync {
  of: 'allUsers' | 'changes'
  /** Whether it has loaded all users, and only checks for changes. */
  isWhole: boolean
  abort: AbortController
  /** Resolves when the sync ends, however it ends. */
  ended: Promise<void>
  /** For each page in flight, the users loaded individually since it was requested. */
  watches: Set<Set<number>>
}

/** How old (ms) the copy may be before opening a list starts a sync. */
const staleMs = 10 * 60 * 1000
/** How old (ms) rows may be when users are selected by them, and how long a search waits for newer rows. */
const freshMs = 10_000
/** After this long (ms), a full sync is due, because an incremental one doesn't find deleted users. */
const fullSyncIntervalMs = 24 * 60 * 60 * 1000
/** How many consecutive unchanged pages end the incremental sync that follows a full one. */
const quietPagesAfterFullSync = 3
/** How long (ms) after a failure the sync is retried automatically. */
const retryMs = 30_000
/** Minimum time (ms) between two events. */
const eventIntervalMs = 250

/** The copy of an account's user list. Runs one sync at a time. */
export class AccountDirectory {
  readonly lists: UserLists
  readonly lookAlikes: LookAlikes
  readonly spamSweep: SpamSweep
  readonly #options: AccountDirectoryOptions
  readonly #pages: PageWriter
  #running: RunningSync | undefined
  #failure: UnformattedFailure | undefined
  #failedAt = 0
  #wasOpened = false
  #wasStopped = false
  /** Resolves when no sync uses the copy anymore. */
  #settled: Promise<void> = Promise.resolve()
  #isEnded = false
  #cancelEvent: (() => void) | undefined
  #emittedAt = 0

  constructor(options: AccountDirectoryOptions) {
    this.#options = options
    options.copy.viewed = options.viewed
    options.copy.changes.now = options.clock.now
    this.#pages = new PageWriter({
      copy: options.copy,
      startThread: () => options.startPageThread(),
      now: options.clock.now,
    })
    this.lists = new UserLists(options.copy, options.clock.now)
    this.spamSweep = new SpamSweep(options.copy, options.clock.now)
    this.lookAlikes = new LookAlikes({
      version: () => options.copy.version,
      users: () => options.copy.namedUsers(),
      onChange: () => this.#scheduleEvent(),
    })
  }

  /** Verifies a newly opened file's rows, yielding to other work. Never throws. */
  async verify(): Promise<void> {
    const { copy, onCorruption } = this.#options
    try {
      for (const _ of copy.verify()) {
        await yieldToEventLoop()
      }
    } catch (error) {
      // Otherwise the file has been closed or the disk has failed, which the next call reports.
      if (isCorruption(error)) onCorruption(error)
    }
  }

  state(): DirectoryState {
    const { copy, diskFailure } = this.#options
    const failure = this.#failure ?? diskFailure()
    const { asOf, sweptAt, began, skipped } = copy.progress()
    return {
      phase: this.#phase(asOf, began),
      known: copy.known(),
      asOf,
      allUsersAsOf: sweptAt,
      reading: this.#running?.of,
      loadedCount: asOf === undefined ? undefined : this.#loadedCount(began),
      skipped: skipped > 0 ? skipped : undefined,
      failure: failure && formatFailure(failure),
    }
  }

  /** Finds look-alikes, for which lists don't have to wait, unless a sync keeps changing the rows. */
  workInBackground(): void {
    if (!this.#running) void this.lookAlikes.update()
  }

  rows(ids: readonly number[]): DirectoryUserRow[] {
    return this.#options.copy.rows(ids)
  }

  find(keys: Partial<UserKeys>): DirectoryUserRow[] {
    return this.rows(idsByKeys(this.#options.copy, keys))
  }

  wordsInOtherNames(words: readonly string[]): string[] {
    return wordsInOtherNames(this.#options.copy, words)
  }

  /** Changes to users since the first full sync, newest first. */
  changes() {
    const { changes, syncState } = this.#options.copy
    const since = syncState.progress().followedSince
    return { items: changes.all(), cut: changes.cutKinds(), since, state: this.state() }
  }

  /** All changes to these users, oldest first. */
  changesOf(ids: readonly number[]): DirectoryChange[] {
    return this.#options.copy.changes.ofUsers(ids)
  }

  /** The users who were active on or after a day, oldest first; undefined before the first full sync. */
  activities(from: string) {
    const { copy } = this.#options
    return copy.progress().asOf === undefined ? undefined : copy.activities(from)
  }

  /** The earliest time (ms since 1970) that the user's row may date from; undefined if unknown. */
  knownSince(id: number): number | undefined {
    const { syncState } = this.#options.copy
    const { asOf, began } = syncState.progress()
    // During the first full sync, some rows may be left over from an interrupted one.
    return asOf ?? (syncState.hasSeen(id) ? began : undefined)
  }

  /**
   * Whether a row lacks fields that actions require, so that the user must be loaded first. Some services never send
   * `bot`.
   */
  isIncomplete(): (row: DirectoryUserRow) => boolean {
    const hasBotFlags = this.#options.copy.hasBotFlags()
    return ({ state, is_admin, bot }) =>
      !isKnownState(state) || is_admin === null || (bot === null && hasBotFlags)
  }

  /** Which filters the rows can answer, depending on the service. */
  get localFilters(): LocalFilters {
    const { copy } = this.#options
    return { auditors: () => copy.hasAuditorFlags(), scim: () => copy.hasScimIdentities() }
  }

  /** Starts the first sync ever, or an incremental one when the list is first opened after startup. */
  syncIfNeeded(gitlab: GitLabClient): void {
    const isFirst = !this.#wasOpened
    this.#wasOpened = true
    if (this.#running || this.#wasStopped) return
    const { copy, clock } = this.#options
    const { asOf, began } = copy.progress()
    const isUnread = asOf === undefined && clock.now() - this.#failedAt > retryMs
    const isOld = began !== undefined || (asOf !== undefined && clock.now() - asOf > staleMs)
    if (isUnread || (isFirst && isOld)) this.read(gitlab)
  }

  /** Starts a sync. A full one replaces an incremental one that is running. */
  read(gitlab: GitLabClient, { allUsers = false } = {}): DirectoryState {
    if (allUsers && this.#running?.of === 'changes') this.#endSync()
    if (!this.#running)
      this.#start(gitlab, allUsers || this.#needsFullSync() ? 'allUsers' : 'changes')
    return this.state()
  }

  /**
   * Loads changes unless they were loaded recently, and waits up to 10 seconds. Doesn't start a full sync if there has
   * never been one or the last one was stopped.
   */
  async update(gitlab: GitLabClient): Promise<DirectoryState> {
    const { asOf, began } = this.#options.copy.progress()
    const isOld = asOf !== undefined && this.#options.clock.now() - asOf > freshMs
    if (isOld && began === undefined && !this.#running) this.#start(gitlab, 'changes')
    if (this.#running?.of === 'changes') {
      const timeoutError = () => new Error('late')
      await withTimeLimit(this.#running.ended, freshMs, timeoutError).catch(() => undefined)
    }
    return this.state()
  }

  #start(gitlab: GitLabClient, of: RunningSync['of']): void {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const abort = new AbortController()
    const sync: RunningSync = { of, isWhole: false, abort, ended, watches: new Set() }
    this.#running = sync
    this.#failure = undefined
    this.#wasStopped = false
    const previous = this.#settled
    this.#settled = ended
    void previous.then(() => this.#run(gitlab, sync)).finally(resolve)
    this.#scheduleEvent()
  }

  /** Stops the sync. Keeps the users loaded so far, so that the next sync can resume. */
  stop(): DirectoryState {
    if (this.#running) {
      this.#wasStopped = true
      this.#endSync()
      this.#emit()
    }
    return this.state()
  }

  patch(user: AdminListUser): void {
    const { copy } = this.#options
    const { asOf, began } = copy.progress()
    // A single row would look like a complete list.
    if (asOf === undefined && began === undefined) return
    if (this.#options.beingDeleted([user.id]).has(user.id)) return
    this.#markUpdated(user.id)
    this.#change(() => copy.put(user))
  }

  remove(id: number): void {
    this.#markUpdated(id)
    this.#change(() => this.#options.copy.remove(id))
  }

  /** Pauses the sync until a list is opened again. */
  pause(): void {
    if (!this.#running) return
    this.#wasOpened = false
    this.#endSync()
    this.#emit()
  }

  /** Stops using the copy. */
  end(): void {
    this.#isEnded = true
    this.#endSync()
    this.#cancelEvent?.()
  }

  async #run(gitlab: GitLabClient, sync: RunningSync): Promise<void> {
    const { clock, onCorruption, rights, beingDeleted, log } = this.#options
    const { signal } = sync.abort
    if (signal.aborted) return
    try {
      await this.#sync(gitlab, sync, {
        signal,
        pages: this.#pages,
        now: clock.now,
        watch: () => trackUpdates(sync.watches),
        checkRoom: () => this.#checkRoom(),
        progress: () => this.#scheduleEvent(),
        rights,
        beingDeleted,
      }).finally(() => this.#pages.end())
    } catch (error) {
      if (signal.aborted) return
      if (isCorruption(error)) return onCorruption(error)
      this.#failure = syncFailure(error, log)
      this.#failedAt = clock.now()
    }
    this.#running = undefined
    this.lists.forget()
    this.#emit()
  }

  async #sync(gitlab: GitLabClient, sync: RunningSync, options: SyncOptions): Promise<void> {
    const { copy } = this.#options
    if (sync.of === 'allUsers') {
      await fullSync(gitlab, copy, options)
      sync.isWhole = true
      // Only an incremental sync finds users who changed after their page was loaded. A service that doesn't support
      // one needs a full sync each time.
      await incrementalSync(gitlab, copy, options, quietPagesAfterFullSync).catch(
        (error: unknown) => {
          if (!isRefusedRequest(error)) throw error
        },
      )
      return
    }
    try {
      await incrementalSync(gitlab, copy, options)
    } catch (error) {
      if (!isRefusedRequest(error)) throw error
      sync.of = 'allUsers'
      await fullSync(gitlab, copy, options)
    }
  }

  #checkRoom(): void {
    const { copy, freeBytes, limits = syncLimits } = this.#options
    assertRoom({ users: copy.known(), bytes: copy.bytes(), free: freeBytes() }, limits)
  }

  #needsFullSync(): boolean {
    const { sweptAt, began } = this.#options.copy.progress()
    return (
      began !== undefined ||
      sweptAt === undefined ||
      this.#options.clock.now() - sweptAt > fullSyncIntervalMs
    )
  }

  /** How many users a full sync has loaded; all users during its final check for changes. */
  #loadedCount(began: number | undefined): number | undefined {
    if (this.#running?.of !== 'allUsers') return undefined
    const { copy } = this.#options
    if (this.#running.isWhole) return copy.known()
    return began === undefined ? 0 : copy.syncState.countSeen()
  }

  #markUpdated(id: number): void {
    for (const watch of this.#running?.watches ?? []) watch.add(id)
  }

  #phase(asOf: number | undefined, began: number | undefined): DirectoryState['phase'] {
    if (this.#running) return 'reading'
    if (began !== undefined || this.#failure) return 'stopped'
    return asOf === undefined ? 'none' : 'whole'
  }

  #endSync(): void {
    this.#running?.abort.abort()
    this.#running = undefined
    this.lists.forget()
  }

  #change(act: () => void): void {
    const { copy, onCorruption, log } = this.#options
    const change = () => {
      if (this.#isEnded) return
      const { version } = copy
      act()
      if (copy.version !== version) this.#scheduleEvent()
    }
    this.#pages.write(change).catch((error: unknown) => {
      if (isCorruption(error)) onCorruption(error)
      else log("The directory copy couldn't be used.", { error })
    })
  }

  /** Emits an event now or soon, but only a few times a second. */
  #scheduleEvent(): void {
    if (this.#cancelEvent) return
    const wait = Math.max(0, this.#emittedAt + eventIntervalMs - performance.now())
    this.#cancelEvent = this.#options.clock.after(wait, () => this.#emit())
  }

  #emit(): void {
    this.#cancelEvent?.()
    this.#cancelEvent = undefined
    this.#emittedAt = performance.now()
    this.#options.onChange(this.state())
  }
}

function trackUpdates(watches: Set<Set<number>>): UpdateTracker {
  const newer = new Set<number>()
  watches.add(newer)
  return { newer, end: () => void watches.delete(newer) }
}

/** The failure to show when a sync ends early. Logs unexpected errors. */
function syncFailure(cause: unknown, log: LogFunction): UnformattedFailure {
  const error = directoryFailure(cause)
  if (error instanceof FailureError) return error.failure
  log("The user list couldn't be synced.", { error })
  return createFailure('invoke.unexpected')
}
