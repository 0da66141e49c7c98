import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type ReceivedList, type SkippedEntries, readReceivedList } from '../gitlab/read-list.ts'
import type { Database } from '../platform/sqlite/database.ts'
import type { CopiedEntry, CopyKind, CopyStore, WrittenRows } from './copy-store.ts'
import { type CreationTimeRange, isSortedByTime, timeSpan } from './date-partitions.ts'
import type { DatePartition } from './sync-state.ts'

/** A parsed page, as far as the sync needs to know it. */
export interface ReadPage extends SkippedEntries {
  ids: number[]
  /** When its entries were created; undefined if one of them has no creation time. */
  span: CreationTimeRange | undefined
  /** Whether its entries are in the order of their creation. */
  isSorted: boolean
  /** Whether it has only public fields. */
  isPublic: boolean
}

/** Stores the page that was read under this number. */
interface StoreRequest {
  page: number
  /** Entries whose rows are more recent than the page. */
  newer: readonly number[]
  context: unknown
}

export type PageRequest =
  | { name: 'read'; page: number; list: ReceivedList }
  | ({ name: 'storePage'; partition: DatePartition } & StoreRequest)
  | ({ name: 'storeChanges'; pass: number } & StoreRequest)

export interface StoredPage<T> extends WrittenRows {
  value: T
}

/** Answers the requests of a `PageWriter`. */
export interface PageThread {
  ask<Answer>(request: PageRequest, transfer?: readonly ArrayBuffer[]): Promise<Answer>
  end(): Promise<void>
}

/** Parses and stores pages with its own connection, in the thread that it was created in. */
export class PageStore<Entry extends CopiedEntry = CopiedEntry> {
  readonly #kind: CopyKind<Entry>
  readonly #store: CopyStore<Entry>
  readonly #pages = new Map<number, Entry[]>()

  constructor(kind: CopyKind<Entry>, database: Database) {
    this.#kind = kind
    this.#store = kind.open(database)
  }

  answer(request: PageRequest): Promise<ReadPage> | StoredPage<unknown> {
    switch (request.name) {
      case 'read':
        return this.#read(request.page, request.list)
      case 'storePage':
        return this.#written(request, (entries, newer) =>
          this.#store.storePage(request.partition, entries, newer),
        )
      case 'storeChanges':
        return this.#written(request, (entries, newer) =>
          this.#store.storeChanges!(request.pass, entries, newer),
        )
    }
  }

  async #read(page: number, list: ReceivedList): Promise<ReadPage> {
    const { endpoint, isPublic } = this.#kind
    const { items, skipped, places } = await readReceivedList<Entry>(endpoint, list)
    this.#pages.set(page, items)
    return {
      ids: items.map(({ id }) => id),
      span: timeSpan(items),
      isSorted: isSortedByTime(items),
      isPublic: items.length > 0 && isPublic?.(items) === true,
      skipped,
      places,
    }
  }

  #written<T>(
    { page, newer, context }: StoreRequest,
    write: (entries: readonly Entry[], newer: ReadonlySet<number>) => T,
  ): StoredPage<T> {
    const store = this.#store
    const entries = this.#pages.get(page)!
    this.#pages.delete(page)
    store.useContext(context)
    const [version, count] = [store.version, store.known()]
    const value = write(entries, new Set(newer))
    return {
      value,
      changed: store.version - version,
      added: store.known() - count,
      noted: store.takeNoted?.() ?? [],
    }
  }
}

/** Stores pages in this thread, for a copy in memory, which no other thread can open. */
export function createLocalPageThread<Entry extends CopiedEntry>(
  kind: CopyKind<Entry>,
  database: Database,
): PageThread {
  const pages = new PageStore(kind, database)
  return {
    async ask<Answer>(request: PageRequest) {
      await yieldToEventLoop()
      return (await pages.answer(request)) as Answer
    },
    end: () => Promise.resolve(),
  }
}
