/** The message explaining why a list wasn't read to its last page. */
export type ListProblem = 'lists.repeatedPage' | 'lists.emptyPages' | 'lists.endless'

/** The page links back to an earlier one. */
export const repeatedPage: ListProblem = 'lists.repeatedPage'

/** How much of a list to read at most. */
export interface ListLimits {
  entries: number
  pages: number
  bytes: number
}

const defaultLimits: ListLimits = { entries: 100_000, pages: 5_000, bytes: 64 * 1024 * 1024 }
const maxEmptyPages = 3

/** Tracks the progress of reading a list page by page, and stops endless lists. */
export class ListProgress {
  readonly #limits: ListLimits
  readonly #cursors = new Set<string>()
  #entries = 0
  #pages = 0
  #bytes = 0
  #emptyPages = 0

  constructor(limits: Partial<ListLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  /**
   * Adds a page: its number of entries, the cursor for the next page, and its size. Returns the reason if the next page
   * must not be requested.
   */
  add(entries: number, next: string | undefined, bytes = 0): ListProblem | undefined {
    // guard: list-entries
    this.#entries += entries
    this.#pages += 1
    // guard: list-bytes
    this.#bytes += bytes
    this.#emptyPages = entries === 0 ? this.#emptyPages + 1 : 0
    if (next === undefined) return undefined
    if (this.#cursors.has(next)) return repeatedPage
    this.#cursors.add(next)
    // guard: list-empty-pages
    if (this.#emptyPages >= maxEmptyPages) return 'lists.emptyPages'
    const { entries: maxEntries, pages, bytes: maxBytes } = this.#limits
    const isTooLong = this.#entries > maxEntries || this.#pages > pages || this.#bytes > maxBytes
    return isTooLong ? 'lists.endless' : undefined
  }
}
