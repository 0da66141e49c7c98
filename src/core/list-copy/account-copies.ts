import { PerAccount } from '../accounts/per-account.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { directoryFailure, isCorruption } from '../platform/sqlite/database-failure.ts'

/** An account's open copy. */
interface AccountCopy<State> {
  state(): State
  /** Verifies a newly opened file's rows. Never throws. */
  verify(): Promise<void>
  /** Pauses the sync. */
  pause(): void
  /** Stops using the copy. */
  end(): void
}

export interface AccountCopiesOptions<File, Copy extends AccountCopy<State>, State> {
  accounts(): readonly string[]
  /** An account's file. */
  fileOf(account: string): File
  /** Opens a copy. `recreate` replaces it once its file can no longer be used. */
  open(account: string, file: File, recreate: (error: unknown) => void): Copy
  onChange(account: string, state: State): void
  log: LogFunction
}

/** All accounts' copies of a list. Each is opened on first use, and rebuilt if it is damaged. */
export class AccountCopies<
  File extends { discard(): void; close(): void },
  Copy extends AccountCopy<State>,
  State,
> {
  readonly #options: AccountCopiesOptions<File, Copy, State>
  readonly #copies = new Map<string, Copy>()
  readonly #files: PerAccount<File>

  constructor(options: AccountCopiesOptions<File, Copy, State>) {
    this.#options = options
    this.#files = new PerAccount((account) => options.fileOf(account))
  }

  /** Runs `act` on a copy. If the file is damaged, runs it again on a new, empty copy. */
  use<T>(account: string, act: (copy: Copy) => T): T {
    try {
      return act(this.#open(account))
    } catch (error) {
      if (!isCorruption(error)) throw directoryFailure(error)
      this.#recreate(account, error)
      return act(this.#open(account))
    }
  }

  /** Like `use`, but never throws: for changes that the service has already made, even if the copy fails. */
  tryUse<T>(account: string, act: (copy: Copy) => T): T | undefined {
    try {
      return this.use(account, act)
    } catch (error) {
      this.#options.log("A copy couldn't be used.", { error })
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
    for (const copy of this.#copies.values()) copy.pause()
  }

  /** Removes all copies. */
  clear(): void {
    const { accounts, onChange } = this.#options
    for (const account of accounts()) {
      const isShown = this.#copies.has(account)
      this.#discard(account)
      if (isShown)
        onChange(
          account,
          this.use(account, (copy) => copy.state()),
        )
    }
  }

  /** Stops all syncs and closes the files. */
  close(): void {
    for (const copy of this.#copies.values()) copy.end()
    this.#copies.clear()
    for (const file of this.#files.all()) file.close()
    this.#files.clear()
  }

  #open(account: string): Copy {
    const existing = this.#copies.get(account)
    if (existing) return existing
    const recreate = (error: unknown) => this.#recreate(account, error)
    const openedCopy = this.#options.open(account, this.#files.get(account), recreate)
    this.#copies.set(account, openedCopy)
    void openedCopy.verify()
    // Already another one if the first rows are damaged.
    // guard: damaged-first-row
    return this.#copies.get(account)!
  }

  /** Replaces a damaged copy with an empty one. The screen then reloads its list, which starts a full sync. */
  #recreate(account: string, error: unknown): void {
    const { log, onChange } = this.#options
    log('A copy is damaged and will be rebuilt.', { error })
    this.#discard(account)
    onChange(account, this.#open(account).state())
  }

  #discard(account: string): void {
    this.#copies.get(account)?.end()
    this.#copies.delete(account)
    this.#files.get(account).discard()
  }
}
