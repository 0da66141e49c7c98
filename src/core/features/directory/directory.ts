import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  DirectoryFilter,
  DirectoryEntry,
  DirectoryState,
  Selection,
} from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import type { AdminListUser, UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { LookAlike } from '../../../shared/rules/look-alike/find-look-alikes.ts'
import { assertDateRange } from './conditions.ts'
import { AccountCopies } from '../../list-copy/account-copies.ts'
import type { AccountRights } from '../../list-copy/sync-page.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { DirectoryEvent } from '../../../shared/operations/host.ts'
import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import { AccountDirectory } from './account-directory.ts'
import type { DirectoryFile } from './directory-kind.ts'
import { type EntryOptions, toEntries } from './entries.ts'
import type { UserKeys } from './user-keys.ts'
import { exportDirectory } from './export.ts'
import { type ListQuery, excludeIds } from './user-lists.ts'
import { type DirectoryUserRow, hasAdminFields, toEntry } from './user-row.ts'
import {
  type LocalFilters,
  type ServerAnswer,
  ServerFilters,
  localFilter,
  assertNoneIgnored,
} from './server-filters.ts'

export interface DirectoryOptions extends EntryOptions {
  accounts(): readonly string[]
  /** The file of an account's copy. */
  fileOf(account: string): DirectoryFile
  /** Reloads `GET /user`. */
  refresh(account: string): Promise<AccountRights>
  /** Which of these users are being deleted: GitLab accepted Latchkey's request, but may still list them. */
  beingDeleted(account: string, ids: readonly number[]): ReadonlySet<number>
  /** Which of these changes were made on this computer; `changesOf` returns all changes to users, oldest first. */
  ownAmong?(
    account: string,
    changes: readonly DirectoryChange[],
    changesOf: (ids: readonly number[]) => DirectoryChange[],
  ): ReadonlySet<DirectoryChange>
  /** Users whose last activity was caused by “View as”. */
  viewed: Pick<ViewedUsers, 'get'>
  emit(event: DirectoryEvent): void
  clock: Pick<Clock, 'now' | 'after'>
  log: LogFunction
}

type AccountDirectories = AccountCopies<DirectoryFile, AccountDirectory, DirectoryState>

/** Rows read per batch. */
const batchSize = 500

/**
 * A local copy of each account's users that can be searched, sorted and counted even offline. It can be deleted at any
 * time.
 */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #copies: AccountDirectories
  readonly #serverFilters: ServerFilters

  constructor(options: DirectoryOptions) {
    this.#options = options
    this.#copies = new AccountCopies({
      accounts: () => options.accounts(),
      fileOf: (account) => options.fileOf(account),
      open: (account, file, recreate) => openAccountDirectory(options, account, file, recreate),
      onChange: (account, state) => options.emit({ account, state }),
      log: options.log,
    })
    this.#serverFilters = new ServerFilters(options.clock.now)
  }

  /** A list's rows. Starts a sync if the list was never loaded or is out of date. */
  async search(
    gitlab: GitLabClient,
    {
      offset,
      limit,
      similar,
      ...query
    }: ListQuery & { offset: number; limit: number; similar?: true | undefined },
  ) {
    this.#copies.use(gitlab.account, (own) => own.syncIfNeeded(gitlab))
    const { ids: matching, answer } = await this.#list(gitlab, query)
    const similarIds = similar && matching.length === 0 && this.#similarIds(gitlab, query, answer)
    const ids = similarIds || matching
    this.#copies.use(gitlab.account, (own) => own.workInBackground())
    return this.#copies.use(gitlab.account, (own) => ({
      items: this.#toEntries(
        gitlab.account,
        own.rows([...ids.subarray(offset, offset + limit)]),
        query.filter.search,
      ),
      total: ids.length,
      ...(ids.length > matching.length && { similar: true as const }),
      ...(answer?.ignored.length && { ignored: [...answer.ignored] }),
      state: own.state(),
    }))
  }

  /** Counts users. All counts are null before the first complete sync. */
  async count(
    gitlab: GitLabClient,
    filters: readonly DirectoryFilter[],
  ): Promise<(number | null)[]> {
    if (this.asOf(gitlab.account) === undefined) return filters.map(() => null)
    const counts: number[] = []
    for (const filter of filters) {
      assertDateRange(filter)
      const answer = await this.#serverAnswer(gitlab, filter)
      if (answer) assertNoneIgnored(answer)
      counts.push(
        this.#copies.use(gitlab.account, (own) =>
          own.lists.count(localFilter(filter, own.localFilters), answer),
        ),
      )
      await yieldToEventLoop()
    }
    return counts
  }

  async neighbours(gitlab: GitLabClient, { id, ...query }: ListQuery & { id: number }) {
    const { ids } = await this.#list(gitlab, query)
    const index = ids.indexOf(id)
    if (index < 0) return { total: ids.length }
    return {
      previous: ids[index - 1],
      next: ids[index + 1],
      position: index + 1,
      total: ids.length,
    }
  }

  /**
   * The users who were active on or after a day. Starts an incremental sync if the copy is complete but out of date.
   */
  async activities(gitlab: GitLabClient, { from }: { from: string }) {
    return this.#copies.use(gitlab.account, (own) => {
      const entries = own.activities(from)
      if (entries) own.syncIfNeeded(gitlab)
      return { entries, state: own.state() }
    })
  }

  async state(account: string): Promise<DirectoryState> {
    return this.#state(account)
  }

  /** Starts an incremental sync, or a full one if it's due or requested. Resumes an interrupted one. */
  async read(
    gitlab: GitLabClient,
    options: { allUsers?: boolean | undefined } = {},
  ): Promise<DirectoryState> {
    return this.#copies.use(gitlab.account, (own) => own.read(gitlab, options))
  }

  async update(gitlab: GitLabClient): Promise<DirectoryState> {
    return this.#copies.use(gitlab.account, (own) => own.update(gitlab))
  }

  async stop(account: string): Promise<DirectoryState> {
    return this.#copies.use(account, (own) => own.stop())
  }

  async export(
    gitlab: GitLabClient,
    {
      columns,
      format,
      selection,
      ...query
    }: ListQuery & {
      columns: readonly DirectoryColumn[]
      format: 'csv' | 'json'
      selection?: Selection | undefined
    },
  ): Promise<string> {
    const ids = await (selection
      ? this.#selectedIds(gitlab, selection, query)
      : this.#ids(gitlab, query))
    // Every row in a file must identify its user, whichever columns are visible.
    const allColumns = [...new Set<DirectoryColumn>(['id', 'username', ...columns])]
    return exportDirectory(this.#pages(gitlab.account, ids), allColumns, format)
  }

  /**
   * Asks the service for the parts of a selection that the copy can't answer. Call this before `resolve`, which throws
   * for ignored filters.
   */
  async prepare(gitlab: GitLabClient, selection: Selection): Promise<void> {
    if (selection.kind === 'matching') {
      await this.#serverAnswer(gitlab, selection.filter)
    }
    await this.#copies.use(gitlab.account, (own) => own.lookAlikes.update())
  }

  /** The selected users who are in the copy, read lazily. Call `prepare` first. */
  resolve(account: string, selection: Selection): Iterable<DirectoryUser> {
    const ids =
      selection.kind === 'users'
        ? this.#inOrder(account, selection)
        : excludeIds(this.#matching(account, selection.filter, selection.order), selection.except)
    const isIncomplete = this.#copies.use(account, (own) => own.isIncomplete())
    const toUser = (row: DirectoryUserRow) => ({
      ...toEntry(row),
      approved_on: row.approved_on,
      isIncomplete: isIncomplete(row),
    })
    const pages = () => this.#rowPages(account, ids)
    return {
      *[Symbol.iterator]() {
        for (const page of pages()) yield* page.map(toUser)
      },
    }
  }

  /** Users in the copy who have one of these IDs, usernames, emails, or names. Ignores accents. */
  find(account: string, keys: Partial<UserKeys>): DirectoryUserRow[] {
    return this.#copies.use(account, (own) => own.find(keys))
  }

  /** Which of these lowercase words are part of the name of a user with another username. */
  wordsInOtherNames(account: string, words: readonly string[]): string[] {
    return this.#copies.use(account, (own) => own.wordsInOtherNames(words))
  }

  /** A user in the copy; undefined if there is none. Never throws. */
  user(account: string, id: number): DirectoryEntry | undefined {
    return this.#copies.tryUse(account, (own) => own.rows([id]).map(toEntry)[0])
  }

  /** The user that this one is easily mistaken for, if that has been computed. Never throws. */
  lookAlikeOf(account: string, id: number): LookAlike | undefined {
    return this.#copies.tryUse(account, (own) => own.lookAlikes.of(id))
  }

  /** A user to display, and when the row was read (ms since 1970). */
  async entryWithAge(
    account: string,
    id: number,
  ): Promise<{ user?: DirectoryEntry; asOf?: number }> {
    await this.#copies.use(account, (own) => own.lookAlikes.update())
    return this.#copies.use(account, (own) => {
      const [user] = this.#toEntries(account, own.rows([id]))
      return user ? { user, asOf: own.knownSince(id) } : {}
    })
  }

  /** Loads all users if they never were, and waits until the running sync ends. */
  load(gitlab: GitLabClient): Promise<void> {
    return this.#copies.use(gitlab.account, (own) => own.load(gitlab))
  }

  /** Loads all users, and waits until that sync ends, however it ends. */
  loadAll(gitlab: GitLabClient): Promise<DirectoryState> {
    return this.#copies.use(gitlab.account, (own) => own.loadAll(gitlab))
  }

  /** These users' rows, without those who aren't in the copy. */
  rows(account: string, ids: readonly number[]): DirectoryUserRow[] {
    return this.#copies.use(account, (own) => own.rows(ids))
  }

  /** The copies, for user reports. */
  get copies(): Pick<AccountDirectories, 'use'> {
    return this.#copies
  }

  /** Users in the copy, as shown on screens. Skips users who aren't in it. */
  entries(account: string, ids: readonly number[]): DirectoryEntry[] {
    return this.#toEntries(
      account,
      this.#copies.use(account, (own) => own.rows(ids)),
    )
  }

  /** When the last complete sync ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined {
    return this.#state(account).asOf
  }

  /** Stores a user that another feature loaded or created. Never throws. */
  patch(account: string, user: AdminListUser | UserForAdmins): void {
    if (hasAdminFields(user)) this.#copies.tryUse(account, (own) => own.patch(user))
  }

  /** Removes a user. Never throws. */
  remove(account: string, id: number): void {
    this.#copies.tryUse(account, (own) => own.remove(id))
  }

  /** Stops an account's sync and removes its copy. */
  forget(account: string): void {
    this.#serverFilters.forget(account)
    this.#copies.forget(account)
  }

  /** Removes all copies. */
  clear(): void {
    this.#copies.clear()
  }

  /** Pauses all syncs until their lists are opened again. */
  pause(): void {
    this.#copies.pause()
  }

  /** Stops all syncs and closes the files. */
  close(): void {
    this.#copies.close()
  }

  #inOrder(
    account: string,
    { ids, order }: Extract<Selection, { kind: 'users' }>,
  ): ArrayLike<number> {
    return order ? this.#idsOf(account, { filter: { ids }, ...order }, undefined) : ids
  }

  #matching(
    account: string,
    filter: DirectoryFilter,
    order: Selection['order'] = { order_by: 'id', sort: 'asc' },
  ): Float64Array {
    assertDateRange(filter)
    const answer = this.#serverFilters.cachedAnswer(account, filter, this.#localFilters(account))
    if (answer) assertNoneIgnored(answer)
    return this.#idsOf(account, { filter, ...order }, answer)
  }

  /** A list to display. Ignored filters don't affect it. */
  async #list(
    gitlab: GitLabClient,
    query: ListQuery,
  ): Promise<{ ids: Float64Array; answer?: ServerAnswer | undefined }> {
    assertDateRange(query.filter)
    const answer = await this.#serverAnswer(gitlab, query.filter)
    return { ids: this.#idsOf(gitlab.account, query, answer), answer }
  }

  /** Returns nothing before the first full sync, because matching users may not be loaded yet. */
  #similarIds(
    { account }: GitLabClient,
    query: ListQuery,
    answer: ServerAnswer | undefined,
  ): Float64Array | undefined {
    return this.#copies.use(account, (own) => {
      if (own.state().asOf === undefined) return undefined
      const filter = localFilter(query.filter, own.localFilters)
      return own.lists.similarIds({ ...query, filter }, answer)
    })
  }

  #idsOf(account: string, query: ListQuery, answer: ServerAnswer | undefined): Float64Array {
    return this.#copies.use(account, (own) => {
      const filter = localFilter(query.filter, own.localFilters)
      return own.lists.ids({ ...query, filter }, answer)
    })
  }

  /** A list's IDs for exports and actions. Throws if the service ignored filters. */
  async #ids(gitlab: GitLabClient, query: ListQuery): Promise<Float64Array> {
    const { ids, answer } = await this.#list(gitlab, query)
    if (answer) assertNoneIgnored(answer)
    return ids
  }

  /** The selected users, in list order. */
  async #selectedIds(
    gitlab: GitLabClient,
    selection: Selection,
    query: ListQuery,
  ): Promise<Float64Array> {
    if (selection.kind === 'matching') {
      return excludeIds(
        await this.#ids(gitlab, { ...query, filter: selection.filter }),
        selection.except,
      )
    }
    const selectedIds = new Set(selection.ids)
    return (await this.#ids(gitlab, { ...query, filter: {} })).filter((id) => selectedIds.has(id))
  }

  #serverAnswer(gitlab: GitLabClient, filter: DirectoryFilter) {
    return this.#serverFilters.answer(gitlab, filter, this.#localFilters(gitlab.account))
  }

  #localFilters(account: string): LocalFilters {
    return this.#copies.use(account, (own) => own.localFilters)
  }

  *#pages(account: string, ids: ArrayLike<number>): Iterable<DirectoryEntry[]> {
    for (const rows of this.#rowPages(account, ids)) yield rows.map(toEntry)
  }

  *#rowPages(account: string, ids: ArrayLike<number>): Iterable<DirectoryUserRow[]> {
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = Array.prototype.slice.call(ids, from, from + batchSize) as number[]
      yield this.#copies.use(account, (own) => own.rows(batch))
    }
  }

  #toEntries(
    account: string,
    rows: readonly DirectoryUserRow[],
    search?: string,
  ): DirectoryEntry[] {
    const lookAlikes = this.#copies.use(account, (own) => own.lookAlikes)
    return toEntries(this.#options, { account, lookAlikes, search }, rows)
  }

  #state(account: string): DirectoryState {
    return this.#copies.use(account, (own) => own.state())
  }
}

function openAccountDirectory(
  { clock, emit, refresh, beingDeleted, ownAmong, viewed, log }: DirectoryOptions,
  account: string,
  file: DirectoryFile,
  recreate: (error: unknown) => void,
): AccountDirectory {
  const copy = file.copy()
  copy.changes.findOwn = (changes) =>
    ownAmong?.(account, changes, (ids) => copy.changes.ofUsers(ids)) ?? new Set()
  return new AccountDirectory({
    copy,
    startPageThread: () => file.startPageThread(),
    clock,
    onChange: (state) => emit({ account, state }),
    rights: () => refresh(account),
    viewed: () => viewed.get(account),
    beingDeleted: (ids) => beingDeleted(account, ids),
    diskFailure: () => file.failure,
    freeBytes: () => file.freeBytes(),
    onCorruption: recreate,
    log,
  })
}
