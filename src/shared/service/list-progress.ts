/** Why reading a list is given up before its last page, as the end of a sentence about who sent it. */
export type EndlessList =
  | 'sent the same page of the list twice'
  | 'sent three empty pages of the list in a row'
  | 'sent a list that does not end'

/** What a page is that brings nothing new. */
export const circles: EndlessList = 'sent the same page of the list twice'

/** How much of a list is read whole. */
export interface ListLimits {
  entries: number
  pages: number
  bytes: number
}

const usualLimits: ListLimits = { entries: 100_000, pages: 5_000, bytes: 64 * 1024 * 1024 }
const mostEmptyPages = 3

/** Follows a list that is read page by page, so that one that the service never ends comes to an end all the same. */
export class ListProgress {
  readonly #limits: ListLimits
  readonly #cursors = new Set<string>()
  #entries = 0
  #pages = 0
  #bytes = 0
  #emptyPages = 0

  constructor(limits: Partial<ListLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits }
  }

  /** Notes a page: how many entries it has, what asks for the next one, and how large it is. Tells why that is not asked for. */
  add(entries: number, next: string | undefined, bytes = 0): EndlessList | undefined {
    // guard: list-entries
    this.#entries += entries
    this.#pages += 1
    // guard: list-bytes
    this.#bytes += bytes
    this.#emptyPages = entries === 0 ? this.#emptyPages + 1 : 0
    if (next === undefined) return undefined
    if (this.#cursors.has(next)) return circles
    this.#cursors.add(next)
    // guard: list-empty-pages
    if (this.#emptyPages >= mostEmptyPages) return 'sent three empty pages of the list in a row'
    const { entries: mostEntries, pages, bytes: mostBytes } = this.#limits
    const isTooLong = this.#entries > mostEntries || this.#pages > pages || this.#bytes > mostBytes
    return isTooLong ? 'sent a list that does not end' : undefined
  }
}
