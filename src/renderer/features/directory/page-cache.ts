/** Rows of a long list, kept page by page: the last used ones stay, the others are read again when they are seen again. */
export interface PageCache<Row> {
  /** The row at a place of the list, where it is known. */
  rowAt(index: number): Row | undefined
  put(page: number, rows: readonly Row[]): void
  /** Marks the pages of these rows as just used, and names those that have to be read: unknown or outdated. */
  use(first: number, last: number): number[]
  /** Outdates every page; its rows stay until newer ones come. */
  outdate(): void
  clear(): void
  /** How many pages are kept. */
  size(): number
}

/** An empty cache of pages of `rows` rows each, at most `pages` of them. */
export function createPageCache<Row>(rows: number, pages: number): PageCache<Row> {
  /** The longest unused one first. */
  const kept = new Map<number, { rows: readonly Row[]; isOutdated: boolean }>()

  function touch(page: number) {
    const one = kept.get(page)
    if (!one) return
    kept.delete(page)
    kept.set(page, one)
  }

  return {
    rowAt: (index) => kept.get(Math.floor(index / rows))?.rows[index % rows],
    put(page, list) {
      kept.delete(page)
      kept.set(page, { rows: list, isOutdated: false })
      for (const oldest of kept.keys()) {
        if (kept.size <= pages) break
        kept.delete(oldest)
      }
    },
    use(first, last) {
      const wanted: number[] = []
      for (let page = Math.floor(first / rows); page <= Math.floor(last / rows); page += 1) {
        touch(page)
        if (kept.get(page)?.isOutdated !== false) wanted.push(page)
      }
      return wanted
    },
    outdate() {
      for (const one of kept.values()) one.isOutdated = true
    },
    clear: () => kept.clear(),
    size: () => kept.size,
  }
}
