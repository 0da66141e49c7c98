import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import type { DirectoryEvent } from '../../../shared/operations/host.ts'
import { PerAccount } from '../../accounts/per-account.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { directoryFailure, isCorruption } from '../../platform/sqlite/database-failure.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { AccountDirectory } from './account-directory.ts'
import type { DirectoryFile } from './directory-file.ts'
import type { AccountRights } from './sync-page.ts'

export interface AccountDirectoriesOptions {
  accounts(): readonly string[]
  /** The path of an account's copy. */
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

/** All accounts' copies. Each is opened on first use, and rebuilt if it is damaged. */
export class AccountDirectories {
  readonly #options: AccountDirectoriesOptions
  readonly #directories = new Map<string, AccountDirectory>()
  readonly #files: PerAccount<DirectoryFile>

  constructor(options: AccountDirectoriesOptions) {
    this.#options = options
    this.#files = new PerAccount((account) => options.fileOf(account))
  }

  /** Runs `act` on a copy. If the file is damaged, runs it again on a new, empty copy. */
  use<T>(account: string, act: (accountDirectory: AccountDirectory) => T): T {
    try {
      return act(this.#open(account))
    } catch (error) {
      if (!isCorruption(error)) throw directoryFailure(error)
      this.#recreate(account, error)
      return act(this.#open(account))
    }
  }

  /** Like `use`, but never throws: for changes that the service has already made, even if the copy fails. */
  tryUse<T>(account: string, act: (accountDirectory: AccountDirectory) => T): T | undefined {
    try {
      return this.use(account, act)
    } catch (error) {
      this.#options.log("The directory copy couldn't be used.", { error })
      return undefined
    }
  }

  /** Stops an account's sync and removes its copy. */
  forget(account: string): void {
    this.#discard(account)
    this.#files.forget(account)
  }

  /** Pauses all syncs until their lists are opened again. */
  pause(): void {
    for (const accountDirectory of this.#directories.values()) accountDirectory.pause()
  }

  /** Removes all copies. */
  clear(): void {
    const { accounts, emit } = this.#options
    for (const account of accounts()) {
      const isShown = this.#directories.has(account)
      this.#discard(account)
      if (isShown)
        emit({ account, state: this.use(account, (accountDirectory) => accountDirectory.state()) })
    }
  }

  /** Stops all syncs and closes the files. */
  close(): void {
    for (const accountDirectory of this.#directories.values()) accountDirectory.end()
    this.#directories.clear()
    for (const file of this.#files.all()) file.close()
    this.#files.clear()
  }

  #open(account: string): AccountDirectory {
    const existing = this.#directories.get(account)
    if (existing) return existing
    const { clock, emit, refresh, beingDeleted, ownAmong, viewed, log } = this.#options
    const file = this.#files.get(account)
    const copy = file.copy()
    copy.changes.findOwn = (changes) =>
      ownAmong?.(account, changes, (ids) => copy.changes.ofUsers(ids)) ?? new Set()
    const accountDirectory = new AccountDirectory({
      copy,
      startPageThread: () => file.startPageThread(),
      clock,
      onChange: (state) => emit({ account, state }),
      rights: () => refresh(account),
      viewed: () => viewed.get(account),
      beingDeleted: (ids) => beingDeleted(account, ids),
      diskFailure: () => file.failure,
      freeBytes: () => file.freeBytes(),
      onCorruption: (error) => this.#recreate(account, error),
      log,
    })
    this.#directories.set(account, accountDirectory)
    void accountDirectory.verify()
    // Already another one if the first rows are damaged.
    // guard: damaged-first-row
    return this.#directories.get(account)!
  }

  /** Replaces a damaged copy with an empty one. The screen then reloads its list, which starts a full sync. */
  #recreate(account: string, error: unknown): void {
    const { log, emit } = this.#options
    log('The directory copy is damaged and will be rebuilt.', { error })
    this.#discard(account)
    emit({ account, state: this.#open(account).state() })
  }

  #discard(account: string): void {
    this.#directories.get(account)?.end()
    this.#directories.delete(account)
    this.#files.get(account).discard()
  }
}
