import { createFailureError } from '../platform/failures.ts'
import { ListProgress } from '../../shared/rules/list-progress.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { TaskLimiter } from '../platform/task-limiter.ts'
import { maxEntriesOfCopy } from './copy-limits.ts'
import type { CopyStore } from './copy-store.ts'
import type { NumberedPage } from './page-writer.ts'
import type { DatePartition } from './sync-state.ts'
import {
  type ReceivedPage,
  type SyncOptions,
  requestPage,
  endlessCopyFailure,
  repeatedPageFailure,
  isRefusedRequest,
} from './sync-page.ts'
import {
  type CreationTimeRange,
  continueAfter,
  isByPageNumber,
  toQuery,
  splitPartition,
  isPageInPartition,
  pagesLeft,
  limitCursor,
} from './date-partitions.ts'

/** How old (ms) an interrupted sync may be and still resume. After that, its first pages would be out of date. */
const resumableMs = 6 * 60 * 60 * 1000
/** How many consecutive pages may lack a readable entry. */
const maxUnreadablePages = 20
/** How many entries beyond the reported total are accepted, because the list may be newer than the total. */
const maxUncounted = 1_000
const maxPartitions = 4
/** How many pages are parsed and stored at a time. */
const maxPages = 2
/** How many pages are loaded before a partition is split. Shorter lists load faster in one piece. */
const pagesBeforeHalving = 3

interface FullCopy extends Pick<CopyStore, 'syncState' | 'progress' | 'begin'> {
  /** May check whether the list was complete, and throw. */
  finish(now: number): void | Promise<void>
}

/** The service sent an entry from outside the requested partition, or in another order. */
class PartitionsIgnored extends Error {}

/**
 * Loads a whole list into the copy, resuming an interrupted sync, and removes deleted entries. Loads long lists as
 * concurrent partitions by creation time, as long as every page stays within its bounds. Throws the error that ended it
 * early.
 */
export async function fullSync(
  gitlab: GitLabClient,
  copy: FullCopy,
  options: SyncOptions,
  maxActive = maxPartitions,
): Promise<void> {
  const { began } = copy.progress()
  if (began === undefined || options.now() - began >= resumableMs) copy.begin(options.now())
  try {
    await new FullSync(gitlab, copy, options, maxActive).run()
  } catch (error) {
    if (!(error instanceof PartitionsIgnored)) throw error
    copy.syncState.disablePartitions()
    copy.begin(options.now())
    const source = { ...options.source, isSortedByCreation: false }
    await new FullSync(gitlab, copy, { ...options, source }, 1).run()
  }
  if (copy.syncState.countSeen() === 0) {
    const { skipped } = copy.progress()
    copy.begin(options.now())
    const { emptyList, unreadableList } = options.source.texts
    throw createFailureError(skipped > 0 ? unreadableList : emptyList)
  }
  await copy.finish(options.now())
}

/** A partition that is being loaded. */
interface ActivePartition {
  partition: DatePartition
  /** Pages loaded since it started or was last split. */
  pages: number
  span: CreationTimeRange | undefined
}

/** Loads all remaining partitions. */
class FullSync {
  readonly #gitlab: GitLabClient
  readonly #copy: FullCopy
  readonly #options: SyncOptions
  readonly #maxActive: number
  readonly #failed = new AbortController()
  readonly #waiting: DatePartition[]
  readonly #active = new Set<ActivePartition>()
  readonly #processing = new TaskLimiter(maxPages)
  /** Resolves when the partitions split last are saved. */
  #saved: Promise<void> = Promise.resolve()
  #lastNumber: number
  #seen: number
  /** The total that the service reported. */
  #total = Infinity

  constructor(gitlab: GitLabClient, copy: FullCopy, options: SyncOptions, maxActive: number) {
    this.#gitlab = gitlab
    this.#copy = copy
    this.#options = { ...options, signal: AbortSignal.any([options.signal, this.#failed.signal]) }
    this.#maxActive = maxActive
    const partitions = copy.syncState.partitions()
    this.#lastNumber = Math.max(...partitions.map(({ number }) => number))
    this.#waiting = partitions.filter(({ done }) => !done)
    this.#seen = copy.syncState.countSeen()
  }

  /** Resolves when all partitions are done. Throws the first error. */
  async run(): Promise<void> {
    const readings = new Set<Promise<void>>()
    const errors: unknown[] = []
    const fill = () => {
      for (let next = this.#nextPartition(); next; next = this.#nextPartition()) {
        const active: ActivePartition = { partition: next, pages: 0, span: undefined }
        this.#active.add(active)
        const load = this.#loadPartition(active, fill)
          .catch((error: unknown) => {
            errors.push(error)
            this.#failed.abort()
          })
          .finally(() => {
            this.#active.delete(active)
            readings.delete(load)
          })
        readings.add(load)
      }
    }
    fill()
    while (readings.size > 0) {
      await Promise.race(readings)
      fill()
    }
    if (errors.length > 0) throw errors[0]
  }

  /** The next partition to load, unless enough are active already. */
  #nextPartition(): DatePartition | undefined {
    if (this.#active.size >= this.#maxActive || this.#failed.signal.aborted) return undefined
    return this.#waiting.shift() ?? this.#divide()
  }

  /** Splits the partition with the most pages left. */
  #divide(): DatePartition | undefined {
    if (this.#maxActive === 1 || !this.#copy.syncState.canPartition()) return undefined
    const now = this.#options.now()
    const longest = [...this.#active]
      .filter(
        ({ partition, pages, span }) =>
          !partition.done && !isByPageNumber(partition) && pages >= pagesBeforeHalving && span,
      )
      .sort(
        (a, b) => pagesLeft(b.partition, b.span!, now) - pagesLeft(a.partition, a.span!, now),
      )[0]
    if (!longest) return undefined
    const parts = splitPartition(longest.partition, {
      span: longest.span!,
      number: this.#lastNumber + 1,
      now,
    })
    if (!parts) return undefined
    this.#lastNumber += 1
    this.#saved = this.#options.pages.write(() => this.#copy.syncState.savePartitions(...parts))
    // Prevents an unhandled rejection if it fails before it is awaited.
    this.#saved.catch(() => undefined)
    longest.partition = parts[0]
    longest.pages = 0
    return parts[1]
  }

  async #loadPartition(active: ActivePartition, stored: () => void): Promise<void> {
    let unreadablePages = 0
    const progress = new ListProgress({ entries: maxEntriesOfCopy, pages: Infinity })
    let ahead: PendingPage | undefined
    while (!active.partition.done) {
      const { partition, page } = await (ahead ?? this.#requestPage(active)).catch(
        async (error: unknown) => {
          if (!canCursorBeRejected(active) || !isRefusedRequest(error)) throw error
          const restarted = { ...active.partition, cursor: undefined, skipped: 0 }
          active.partition = restarted
          await this.#options.pages.write(() => this.#copy.syncState.restart(restarted))
          return this.#requestPage(active)
        },
      )
      const next = { ...active.partition, cursor: page.next, done: page.next === undefined }
      // Requests the next page while this one is parsed and written, unless writing falls behind.
      const { isSortedByCreation } = this.#options.source
      const shouldPrefetch = !next.done && !isSortedByCreation && this.#processing.waiting === 0
      ahead = shouldPrefetch
        ? this.#requestPage({ ...active, partition: limitCursor(next) })
        : undefined
      ahead?.catch(() => undefined)
      await this.#processing.take(async () => {
        const read = await page.read()
        const { ids, skipped } = read
        const problem = progress.add(ids.length + skipped, page.next)
        if (problem) throw endlessCopyFailure(this.#options.source.texts, problem)
        unreadablePages = ids.length === 0 ? unreadablePages + 1 : 0
        if (unreadablePages > maxUnreadablePages)
          throw createFailureError(this.#options.source.texts.unreadableList)
        active.partition = {
          ...active.partition,
          skipped: (active.partition.skipped ?? 0) + skipped,
        }
        await this.#store(active, partition, page, read)
      })
      stored()
    }
  }

  async #requestPage({ partition }: Pick<ActivePartition, 'partition'>): PendingPage {
    const input = { ...this.#options.source.query, ...toQuery(partition) }
    return {
      partition,
      page: await requestPage(this.#gitlab, input, partition.cursor, this.#options),
    }
  }

  async #store(
    active: ActivePartition,
    asked: DatePartition,
    { next, total, watch }: ReceivedPage,
    page: NumberedPage,
  ): Promise<void> {
    const { isSortedByCreation, texts } = this.#options.source
    const isOutOfOrder = isSortedByCreation && !page.isSorted
    if (isOutOfOrder || !isPageInPartition(asked, page)) throw new PartitionsIgnored()
    await this.#saved
    // If the partition was split after this page was requested, the other part loads the rest.
    active.partition = isSortedByCreation
      ? continueAfter(active.partition, asked, { next, span: page.span })
      : limitCursor({ ...active.partition, cursor: next, done: next === undefined })
    const fresh = await this.#options.pages.storePage(page, active.partition, watch.newer)
    watch.end()
    this.#options.signal.throwIfAborted()
    const isRepeated = page.ids.length > 0 && fresh === 0
    if (isRepeated && !isSortedByCreation) throw repeatedPageFailure(texts)
    if (isRepeated && !active.partition.done) throw new PartitionsIgnored()
    this.#seen += fresh
    if (isUnlimited(asked) && total !== undefined) this.#total = total
    const allowed = this.#total + maxUncounted
    // This count includes entries in two partitions twice.
    if (this.#seen > allowed) this.#seen = this.#copy.syncState.countSeen()
    // guard: counted-users
    if (this.#seen > allowed) throw endlessCopyFailure(texts, 'lists.moreThanCounted')
    active.pages += 1
    active.span = page.ids.length > 0 ? page.span : active.span
    this.#options.progress()
  }
}

/** A page, and the partition for which it was requested. */
type PendingPage = Promise<{ partition: DatePartition; page: ReceivedPage }>

/** Whether a partition is the entire list, which means that its total includes all entries. */
function isUnlimited({ after, before }: DatePartition): boolean {
  return after === undefined && before === undefined
}

/** Whether the service may reject the cursor, because it is older than this process or was changed by it. */
function canCursorBeRejected({ partition, pages }: ActivePartition): boolean {
  return partition.cursor !== undefined && pages === 0
}
