import { createFailure } from '../platform/failures.ts'
import { message } from '../../shared/messages/message.ts'
import type { ReceivedList } from '../gitlab/read-list.ts'
import { FailureError } from '../platform/failure.ts'
import type { CopyStore } from './copy-store.ts'
import type { PageRequest, PageThread, ReadPage, StoredPage } from './page-store.ts'
import type { DatePartition } from './sync-state.ts'

interface PageWriterOptions {
  copy: Pick<CopyStore, 'known' | 'context' | 'addWritten'>
  /** Starts what parses and stores the pages of a sync. */
  startThread(): PageThread
}

/** A page that was parsed and can be stored. */
export interface NumberedPage extends ReadPage {
  number: number
}

/**
 * Has pages parsed and stored by a worker thread. Writes of this thread wait for the page that is being written, so
 * that its older data can't overwrite theirs.
 */
export class PageWriter {
  readonly #options: PageWriterOptions
  #thread: PageThread | undefined
  #lastNumber = 0
  /** Settles after all writes so far; undefined if there are none left. */
  #lastWrite: Promise<void> | undefined

  constructor(options: PageWriterOptions) {
    this.#options = options
  }

  async read(list: ReceivedList): Promise<NumberedPage> {
    this.#lastNumber += 1
    const number = this.#lastNumber
    // Copied, because the bytes may be part of a buffer that others use.
    const body = new Uint8Array(list.body)
    const request: PageRequest = { name: 'read', page: number, list: { ...list, body } }
    return { ...(await this.#ask<ReadPage>(request, [body.buffer])), number }
  }

  /** See `CopyStore.storePage`. */
  storePage(
    page: NumberedPage,
    partition: DatePartition,
    newer: ReadonlySet<number>,
  ): Promise<number> {
    return this.#store(page, { name: 'storePage', partition }, newer)
  }

  /** See `CopyStore.storeChanges`. */
  storeChanges(page: NumberedPage, pass: number, newer: ReadonlySet<number>): Promise<boolean> {
    return this.#store(page, { name: 'storeChanges', pass }, newer)
  }

  /** Writes from this thread: immediately, or after the page that is being written. */
  write(act: () => void): Promise<void> {
    // guard: page-order
    if (this.#lastWrite) return this.#enqueue(act)
    act()
    return Promise.resolve()
  }

  /** Ends the thread. The next page starts another one. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.end()
    await this.#lastWrite
  }

  #store<T>(
    { number }: NumberedPage,
    request:
      { name: 'storePage'; partition: DatePartition } | { name: 'storeChanges'; pass: number },
    newer: ReadonlySet<number>,
  ): Promise<T> {
    const { copy } = this.#options
    return this.#enqueue(async () => {
      // Counted before, because the count then includes the page only once.
      copy.known()
      const { value, ...written } = await this.#ask<StoredPage<T>>({
        ...request,
        page: number,
        newer: [...newer],
        context: copy.context(),
      })
      copy.addWritten(written)
      return value
    })
  }

  async #ask<Answer>(request: PageRequest, transfer?: readonly ArrayBuffer[]): Promise<Answer> {
    this.#thread ??= this.#options.startThread()
    try {
      return await this.#thread.ask<Answer>(request, transfer)
    } catch (error) {
      // guard: page-memory
      throw isOutOfMemory(error) ? memoryFailure(error) : error
    }
  }

  #enqueue<T>(write: () => T | Promise<T>): Promise<T> {
    const written = (this.#lastWrite ?? Promise.resolve()).then(write)
    const settled: Promise<void> = written
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#lastWrite === settled) this.#lastWrite = undefined
      })
    this.#lastWrite = settled
    return written
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function memoryFailure(cause: unknown): FailureError {
  const reason = message('directory.needsMemory')
  return new FailureError(createFailure('directory.loadingEnded', { reason }), { cause })
}
