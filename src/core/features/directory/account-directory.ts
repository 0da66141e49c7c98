import type { DirectoryChange, DirectoryState } from '../../../shared/operations/directory.ts'
import { type UnformattedFailure, formatFailure } from '../../platform/failure.ts'
import { isKnownState } from '../../../shared/rules/moderation.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { copyTexts } from '../../list-copy/copy-texts.ts'
import { fullSync } from '../../list-copy/full-sync.ts'
import { type ListSource, type SyncOptions, isRefusedRequest } from '../../list-copy/sync-page.ts'
import { type RunningSync, type SyncNeeds, SyncRunner } from '../../list-copy/sync-runner.ts'
import type { DirectoryStore } from './directory-store.ts'
import { LookAlikes } from './look-alikes.ts'
import { SpamSweep } from './spam-sweep.ts'
import { UserLists } from './user-lists.ts'
import { type UserKeys, idsByKeys, wordsInOtherNames } from './user-keys.ts'
import type { DirectoryUserRow } from './user-row.ts'
import { incrementalSync } from './incremental-sync.ts'
import type { SqlValue } from '../../platform/sqlite/database.ts'
import { withTimeLimit } from '../../platform/time/time-limit.ts'
import type { LocalFilters } from './server-filters.ts'

export interface AccountDirectoryOptions extends SyncNeeds {
  copy: DirectoryStore
  onChange(state: DirectoryState): void
  /** Which of these users are being deleted: GitLab accepted Latchkey's request, but may still list them. */
  beingDeleted(ids: readonly number[]): ReadonlySet<number>
  /** The users whose last activity was caused by “View as”. */
  viewed: DirectoryStore['viewed']
  /** Why the copy can't be written to disk. */
  diskFailure(): UnformattedFailure | undefined
}

/** What a sync loads. */
type SyncedPart = 'allUsers' | 'changes'

const source: ListSource = {
  endpoint: users.list,
  query: { pagination: 'keyset', order_by: 'id', sort: 'asc' },
  isSortedByCreation: false,
  texts: copyTexts.users,
}

/** How old (ms) the copy may be before opening a list starts a sync. */
const staleMs = 10 * 60 * 1000
/** How old (ms) rows may be when users are selected by them, and how long a search waits for newer rows. */
const freshMs = 10_000
/** After this long (ms), a full sync is due, because an incremental one doesn't find deleted users. */
const fullSyncIntervalMs = 20 * 60 * 60 * 1000
/** How many consecutive unchanged pages end the incremental sync that follows a full one. */
const quietPagesAfterFullSync = 3
/** How long (ms) after a failure the sync is retried automatically. */
const retryMs = 30_000

/** The copy of an account's user list. Runs one sync at a time. */
export class AccountDirectory {
  readonly lists: UserLists
  readonly lookAlikes: LookAlikes
  readonly spamSweep: SpamSweep
  readonly #options: AccountDirectoryOptions
  readonly #runner: SyncRunner<SyncedPart>
  #wasOpened = false
  /** Whether the running sync has loaded all users, and only checks for changes. */
  #isWhole = false

  constructor(options: AccountDirectoryOptions) {
    this.#options = options
    options.copy.viewed = options.viewed
    options.copy.changes.now = options.clock.now
    this.#runner = new SyncRunner({
      ...options,
      source,
      sync: (gitlab, sync, syncOptions) => this.#sync(gitlab, sync, syncOptions),
      onEnd: () => this.lists.forget(),
      onChange: () => options.onChange(this.state()),
    })
    this.lists = new UserLists(options.copy, options.clock.now)
    this.spamSweep = new SpamSweep(options.copy, options.clock.now)
    this.lookAlikes = new LookAlikes({
      version: () => options.copy.version,
      users: () => options.copy.namedUsers(),
      onChange: () => this.#runner.scheduleEvent(),
    })
  }

  verify(): Promise<void> {
    return this.#runner.verify()
  }

  state(): DirectoryState {
    const { copy, diskFailure } = this.#options
    const failure = this.#runner.failure ?? diskFailure()
    const { asOf, sweptAt, began, skipped } = copy.progress()
    return {
      phase: this.#runner.phase,
      known: copy.known(),
      asOf,
      allUsersAsOf: sweptAt,
      reading: this.#runner.running?.of,
      loadedCount: asOf === undefined ? undefined : this.#loadedCount(began),
      skipped: skipped > 0 ? skipped : undefined,
      failure: failure && formatFailure(failure),
    }
  }

  /** Finds look-alikes, for which lists don't have to wait, unless a sync keeps changing the rows. */
  workInBackground(): void {
    if (!this.#runner.running) void this.lookAlikes.update()
  }

  rows(ids: readonly number[]): DirectoryUserRow[] {
    return this.#options.copy.rows(ids)
  }

  /** Reads from the table `users`, for reports. */
  select<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#options.copy.select<Row>(sql, ...values)
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
    if (this.#runner.running || this.#runner.wasStopped) return
    const { copy, clock } = this.#options
    const { asOf, began } = copy.progress()
    const isUnread = asOf === undefined && clock.now() - this.#runner.failedAt > retryMs
    const isOld = began !== undefined || (asOf !== undefined && clock.now() - asOf > staleMs)
    if (isUnread || (isFirst && isOld)) this.read(gitlab)
  }

  /** Starts a sync. A full one replaces an incremental one that is running. */
  read(gitlab: GitLabClient, { allUsers = false } = {}): DirectoryState {
    if (allUsers && this.#runner.running?.of === 'changes') this.#runner.abort()
    if (!this.#runner.running)
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
    if (isOld && began === undefined && !this.#runner.running) this.#start(gitlab, 'changes')
    const { running } = this.#runner
    if (running?.of === 'changes') {
      const timeoutError = () => new Error('late')
      await withTimeLimit(running.ended, freshMs, timeoutError).catch(() => undefined)
    }
    return this.state()
  }

  /** Loads all users if they never were, and waits until the running sync ends. */
  async load(gitlab: GitLabClient): Promise<void> {
    if (this.#options.copy.progress().asOf !== undefined) return
    this.read(gitlab)
    await this.#runner.running?.ended
  }

  /** Loads all users, and waits until that sync ends, however it ends. One that began earlier isn't enough. */
  async loadAll(gitlab: GitLabClient): Promise<DirectoryState> {
    const { running } = this.#runner
    if (running?.of === 'allUsers') await running.ended
    this.read(gitlab, { allUsers: true })
    await this.#runner.running?.ended
    return this.state()
  }

  #start(gitlab: GitLabClient, of: SyncedPart): void {
    this.#isWhole = false
    this.#runner.start(gitlab, of)
  }

  /** Stops the sync. Keeps the users loaded so far, so that the next sync can resume. */
  stop(): DirectoryState {
    this.#runner.stop()
    return this.state()
  }

  patch(user: AdminListUser): void {
    const { copy } = this.#options
    const { asOf, began } = copy.progress()
    // A single row would look like a complete list.
    if (asOf === undefined && began === undefined) return
    if (this.#options.beingDeleted([user.id]).has(user.id)) return
    this.#runner.markUpdated(user.id)
    this.#runner.change(() => copy.put(user))
  }

  remove(id: number): void {
    this.#runner.markUpdated(id)
    this.#runner.change(() => this.#options.copy.remove(id))
  }

  /** Pauses the sync until a list is opened again. */
  pause(): void {
    if (!this.#runner.running) return
    this.#wasOpened = false
    this.#runner.abort()
    this.#runner.emit()
  }

  /** Stops using the copy. */
  end(): void {
    this.#runner.end()
  }

  async #sync(
    gitlab: GitLabClient,
    sync: RunningSync<SyncedPart>,
    options: SyncOptions,
  ): Promise<void> {
    const { copy } = this.#options
    if (sync.of === 'allUsers') {
      await fullSync(gitlab, copy, options)
      this.#isWhole = true
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
    if (this.#runner.running?.of !== 'allUsers') return undefined
    const { copy } = this.#options
    if (this.#isWhole) return copy.known()
    return began === undefined ? 0 : copy.syncState.countSeen()
  }
}
