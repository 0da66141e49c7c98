import { setImmediate } from 'node:timers/promises'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { ListProgress } from '../../../shared/service/list-progress.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { maxUsers } from './disk-space.ts'
import type { UserDirectory } from './directory-store.ts'
import type { DatePartition } from './sync-state.ts'
import {
  type ReceivedPage,
  type ReadingPorts,
  askPage,
  emptyList,
  endless,
  inCircles,
  isRefusedRequest,
  unreadableList,
} from './sync-page.ts'
import {
  type Span,
  endsOf,
  halves,
  isWithin,
  pagesLeft,
  spanOf,
  within,
} from './date-partitions.ts'

/** Milliseconds after which an interrupted sync restarts, because its first pages would be too old. */
const resumableMs = 6 * 60 * 60 * 1000
/** Pages in a row without a readable entry. */
const maxUnreadablePages = 20
/** How many more users than counted are accepted, because the count may be older than the list. */
const maxUncounted = 1_000
const windowsAtOnce = 4
/** Pages before a window is divided; shorter lists load faster undivided. */
const pagesBeforeHalving = 3

const everybody = { pagination: 'keyset', order_by: 'id', sort: 'asc' }

/** The service sent a user outside of the requested window. */
class NoWindows extends Error {}

/**
 * Loads all users into the copy, continuing an interrupted sync, and removes those that are gone. Longer lists are loaded in
 * several windows of creation time at once, as long as every page respects them. Throws what ended it early.
 */
export async function fullSync(
  me: AccountService,
  copy: UserDirectory,
  ports: ReadingPorts,
  atOnce = windowsAtOnce,
): Promise<void> {
  const { began } = copy.progress()
  if (began === undefined || ports.now() - began >= resumableMs) copy.begin(ports.now())
  try {
    await new Reading(me, copy, ports, atOnce).run()
  } catch (error) {
    if (!(error instanceof NoWindows)) throw error
    copy.record.refuseWindows()
    copy.begin(ports.now())
    await new Reading(me, copy, ports, 1).run()
  }
  if (copy.record.seen() === 0) {
    const { skipped } = copy.progress()
    copy.begin(ports.now())
    throw skipped > 0 ? unreadableList() : emptyList()
  }
  copy.finish(ports.now())
}

/** A window being loaded. */
interface Active {
  window: DatePartition
  /** Pages since its start or last division. */
  pages: number
  span: Span | undefined
}

/** Loads all remaining windows. */
class Reading {
  readonly #me: AccountService
  readonly #copy: UserDirectory
  readonly #ports: ReadingPorts
  readonly #atOnce: number
  readonly #failed = new AbortController()
  readonly #waiting: DatePartition[]
  readonly #active = new Set<Active>()
  readonly #turns = new Turns()
  #lastNumber: number
  #seen: number
  /** The total that the service sends. */
  #total = Infinity

  constructor(me: AccountService, copy: UserDirectory, ports: ReadingPorts, atOnce: number) {
    this.#me = me
    this.#copy = copy
    this.#ports = { ...ports, signal: AbortSignal.any([ports.signal, this.#failed.signal]) }
    this.#atOnce = atOnce
    const windows = copy.record.windows()
    this.#lastNumber = Math.max(...windows.map(({ number }) => number))
    this.#waiting = windows.filter(({ done }) => !done)
    this.#seen = copy.record.seen()
  }

  /** Resolves when all windows are done. */
  async run(): Promise<void> {
    const readings = new Set<Promise<void>>()
    const fill = () => {
      for (let next = this.#take(); next; next = this.#take()) {
        const active: Active = { window: next, pages: 0, span: undefined }
        this.#active.add(active)
        const reading = this.#read(active, fill).finally(() => {
          this.#active.delete(active)
          readings.delete(reading)
        })
        // It is awaited below, but it may fail before that.
        reading.catch(() => undefined)
        readings.add(reading)
      }
    }
    fill()
    try {
      while (readings.size > 0) {
        await Promise.race(readings)
        fill()
      }
    } catch (error) {
      this.#failed.abort()
      await Promise.allSettled(readings)
      throw error
    }
  }

  /** The next window to load, unless enough are active. */
  #take(): DatePartition | undefined {
    if (this.#active.size >= this.#atOnce || this.#failed.signal.aborted) return undefined
    return this.#waiting.shift() ?? this.#divide()
  }

  /** Divides the window with the most pages left. */
  #divide(): DatePartition | undefined {
    if (this.#atOnce === 1 || !this.#copy.record.mayHaveWindows()) return undefined
    const now = this.#ports.now()
    const longest = [...this.#active]
      .filter(({ pages, span }) => pages >= pagesBeforeHalving && span)
      .sort((a, b) => pagesLeft(b.window, b.span!, now) - pagesLeft(a.window, a.span!, now))[0]
    if (!longest) return undefined
    const parts = halves(longest.window, { span: longest.span!, number: this.#lastNumber + 1, now })
    if (!parts) return undefined
    this.#lastNumber += 1
    this.#copy.record.keep(...parts)
    longest.window = parts[0]
    longest.pages = 0
    return parts[1]
  }

  async #read(active: Active, stored: () => void): Promise<void> {
    let unreadablePages = 0
    const progress = new ListProgress({ entries: maxUsers, pages: Infinity })
    let ahead: PendingPage | undefined
    while (!active.window.done) {
      const { window, page } = await (ahead ?? this.#ask(active)).catch((error: unknown) => {
        if (!mayBeRefused(active) || !isRefusedRequest(error)) throw error
        active.window = { ...active.window, cursor: undefined, skipped: 0 }
        this.#copy.record.restart(active.window)
        return this.#ask(active)
      })
      const next = { ...active.window, cursor: page.next, done: page.next === undefined }
      // The next page is requested while this one is parsed and written, unless writing falls behind.
      const asks = !next.done && this.#turns.waiting === 0
      ahead = asks ? this.#ask({ ...active, window: within(next) }) : undefined
      ahead?.catch(() => undefined)
      await this.#turns.next()
      const { people, skipped } = await page.read()
      const trouble = progress.add(people.length + skipped, page.next)
      if (trouble) throw endless(trouble)
      unreadablePages = people.length === 0 ? unreadablePages + 1 : 0
      if (unreadablePages > maxUnreadablePages) throw unreadableList()
      active.window = { ...active.window, skipped: (active.window.skipped ?? 0) + skipped }
      this.#store(active, window, page, people)
      stored()
    }
  }

  async #ask({ window }: Pick<Active, 'window'>): PendingPage {
    const input = { ...everybody, ...endsOf(window) }
    return { window, page: await askPage(this.#me, input, window.cursor, this.#ports) }
  }

  #store(
    active: Active,
    asked: DatePartition,
    { next, total, watch }: ReceivedPage,
    people: readonly AdminListUser[],
  ): void {
    const span = spanOf(people)
    if (!isWithin(asked, people, span)) throw new NoWindows()
    // It may have been divided since this page was requested; then another part loads the rest.
    active.window = within({ ...active.window, cursor: next, done: next === undefined })
    const fresh = this.#copy.storePage(active.window, people, watch.newer)
    watch.end()
    if (people.length > 0 && fresh === 0) throw inCircles()
    this.#seen += fresh
    if (isWhole(asked) && total !== undefined) this.#total = total
    const most = this.#total + maxUncounted
    // Users in two windows were counted twice.
    if (this.#seen > most) this.#seen = this.#copy.record.seen()
    // guard: counted-users
    if (this.#seen > most) throw endless('lists.moreThanCounted')
    active.pages += 1
    active.span = people.length > 0 ? span : active.span
    this.#ports.progress()
  }
}

/** A page with the window it was requested for. */
type PendingPage = Promise<{ window: DatePartition; page: ReceivedPage }>

/** Lets waiting pages continue one by one with other work in between, because a page is parsed and written in one go. */
class Turns {
  #waiting = 0
  #last = Promise.resolve()

  get waiting(): number {
    return this.#waiting
  }

  next(): Promise<void> {
    this.#waiting += 1
    this.#last = this.#last.then(() => setImmediate()).then(() => void (this.#waiting -= 1))
    return this.#last
  }
}

/** Whether a window is the whole list, so that its total counts all users. */
function isWhole({ after, before }: DatePartition): boolean {
  return after === undefined && before === undefined
}

/** Whether the cursor may be refused: it is older than this process, or was changed by it. */
function mayBeRefused({ window, pages }: Active): boolean {
  return window.cursor !== undefined && pages === 0
}
