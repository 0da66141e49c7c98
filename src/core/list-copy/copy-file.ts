import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { removeDatabase } from '../platform/sqlite/database.ts'
import { WorkerThread } from '../platform/worker/worker-thread.ts'
import type { CopiedEntry, CopyKind, CopyStore } from './copy-store.ts'
import { type OpenCopy, openCopy, openInMemory } from './open-copy.ts'
import { type PageThread, createLocalPageThread } from './page-store.ts'

export interface CopyFileOptions<Entry extends CopiedEntry, Store extends CopyStore<Entry>> {
  kind: CopyKind<Entry, Store>
  /** Undefined if the account's data must not be stored on disk, in which case the copy is kept in memory. */
  path: string | undefined
  /** See `Ports`. */
  worker?: string | undefined
  log: LogFunction
}

/** The file with an account's copy, opened on first use. Its content can be reloaded at any time. */
export class CopyFile<Entry extends CopiedEntry, Store extends CopyStore<Entry>> {
  readonly #options: CopyFileOptions<Entry, Store>
  #copy: Store | undefined
  #open: OpenCopy | undefined
  #thread: WorkerThread | undefined

  constructor(options: CopyFileOptions<Entry, Store>) {
    this.#options = options
  }

  /** Why the file can't be written; undefined if it's writable. */
  get failure(): UnformattedFailure | undefined {
    return this.#open?.failure
  }

  /** Free bytes on its disk; undefined if the copy isn't on disk or the system doesn't report them. */
  freeBytes(): number | undefined {
    const { path } = this.#options
    if (path === undefined || !this.#open?.isWritten) return undefined
    try {
      const { bavail, bsize } = statfsSync(dirname(path))
      return bavail * bsize
    } catch {
      return undefined
    }
  }

  /** The copy; empty if it's new. */
  copy(): Store {
    if (this.#copy) return this.#copy
    const { kind, path, log } = this.#options
    this.#open ??= openCopy(path, kind.database, log)
    this.#copy = kind.open(this.#open.database)
    return this.#copy
  }

  /** Starts a thread that stores pages in the copy. Its caller ends it before starting the next one. */
  startPageThread(): PageThread {
    const { kind, path, worker } = this.#options
    if (path === undefined || worker === undefined || !this.#open?.isWritten) {
      return createLocalPageThread(kind, this.#open!.database)
    }
    const thread = new WorkerThread(worker)
    this.#thread = thread
    const opened = thread.ask({ open: path, kind: kind.name })
    // Prevents an unhandled rejection if it fails before a page is read.
    opened.catch(() => undefined)
    return {
      ask: (request, transfer) => opened.then(() => thread.ask(request, transfer)),
      end: async () => {
        await thread.end()
        if (this.#thread === thread) this.#thread = undefined
      },
    }
  }

  /** Deletes the file. The next use creates a new one, or one in memory if the old one can’t be deleted. */
  discard(): void {
    const { kind, path, log } = this.#options
    try {
      this.close()
      if (path !== undefined) removeDatabase(path)
    } catch (error) {
      log("A copy couldn't be deleted.", { error })
      this.#open = openInMemory(kind.database, error)
    }
  }

  /** Closes the file, in all threads. */
  close(): void {
    const [open, thread] = [this.#open, this.#thread]
    this.#copy = undefined
    this.#open = undefined
    this.#thread = undefined
    open?.database.close()
    thread?.join()
  }
}
