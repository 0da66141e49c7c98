import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type ReceivedList, type SkippedEntries, readReceivedList } from '../../gitlab/read-list.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { type CreationTimeRange, timeSpan } from './date-partitions.ts'
import { DirectoryStore, type WrittenRows } from './directory-store.ts'
import type { DatePartition } from './sync-state.ts'
import { hasAdminFields } from './user-row.ts'

/** A parsed page, as far as the sync needs to know it. */
export interface ReadPage extends SkippedEntries {
  ids: number[]
  /** When its users were created; undefined if one of them has no creation time. */
  span: CreationTimeRange | undefined
  /** Whether it has only public fields. */
  isPublic: boolean
}

/** Stores the page that was read under this number. */
interface StoreRequest {
  page: number
  /** Users whose rows are more recent than the page. */
  newer: readonly number[]
  now: number
  viewed: ReturnType<DirectoryStore['viewed']>
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
export class PageStore {
  readonly #store: DirectoryStore
  readonly #pages = new Map<number, AdminListUser[]>()

  constructor(database: Database) {
    this.#store = new DirectoryStore(database)
    // Needs the audit log, which isn't open in this thread.
    this.#store.changes.findOwn = undefined
  }

  answer(request: PageRequest): Promise<ReadPage> | StoredPage<unknown> {
    switch (request.name) {
      case 'read':
        return this.#read(request.page, request.list)
      case 'storePage':
        return this.#written(request, (users, newer) =>
          this.#store.storePage(request.partition, users, newer),
        )
      case 'storeChanges':
        return this.#written(request, (users, newer) =>
          this.#store.storeChanges(request.pass, users, newer),
        )
    }
  }

  async #read(page: number, list: ReceivedList): Promise<ReadPage> {
    const { items, skipped, places } = await readReceivedList<AdminListUser>(users.list, list)
    this.#pages.set(page, items)
    return {
      ids: items.map(({ id }) => id),
      span: timeSpan(items),
      isPublic: items.length > 0 && !items.some(hasAdminFields),
      skipped,
      places,
    }
  }

  #written<T>(
    { page, newer, now, viewed }: StoreRequest,
    write: (users: readonly AdminListUser[], newer: ReadonlySet<number>) => T,
  ): StoredPage<T> {
    const store = this.#store
    const users = this.#pages.get(page)!
    this.#pages.delete(page)
    store.changes.now = () => now
    store.viewed = () => viewed
    const [version, count] = [store.version, store.known()]
    const value = write(users, new Set(newer))
    return {
      value,
      changed: store.version - version,
      added: store.known() - count,
      noted: store.changes.takeNoted(),
    }
  }
}

/** Stores pages in this thread, for a copy in memory, which no other thread can open. */
export function createLocalPageThread(database: Database): PageThread {
  const pages = new PageStore(database)
  return {
    async ask<Answer>(request: PageRequest) {
      await yieldToEventLoop()
      return (await pages.answer(request)) as Answer
    },
    end: () => Promise.resolve(),
  }
}
