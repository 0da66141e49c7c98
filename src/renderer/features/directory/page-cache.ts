/** Pages of a long list; the least recently used ones are dropped. */
export interface PageCache<Row> {
  /** The row at an index of the list, if cached. */
  rowAt(index: number): Row | undefined
  put(page: number, rows: readonly Row[]): void
  /** Marks the pages of these rows as used; returns those to load, because they are missing or outdated. */
  use(first: number, last: number): number[]
  /** Marks all pages as outdated; their rows stay until newer ones arrive. */
  outdate(): void
  clear(): void
  /** The number of cached pages. */
  size(): number
}

/** An empty cache of at most `pages` pages of `rows` rows each. */
export function createPageCache<Row>(rows: number, pages: number): PageCache<Row> {
  /** The least recently used one first. */
  const cached = new Map<number, { rows: readonly Row[]; isOutdated: boolean }>()

  function touch(page: number) {
    const one = cached.get(page)
    if (!one) return
    cached.delete(page)
    cached.set(page, one)
  }

  return {
    rowAt: (index) => cached.get(Math.floor(index / rows))?.rows[index % rows],
    put(page, list) {
      cached.delete(page)
      cached.set(page, { rows: list, isOutdated: false })
      for (const oldest of cached.keys()) {
        if (cached.size <= pages) break
        cached.delete(oldest)
      }
    },
    use(first, last) {
      const wanted: number[] = []
      for (let page = Math.floor(first / rows); page <= Math.floor(last / rows); page += 1) {
        touch(page)
        if (cached.get(page)?.isOutdated !== false) wanted.push(page)
      }
      return wanted
    },
    outdate() {
      for (const one of cached.values()) one.isOutdated = true
    },
    clear: () => cached.clear(),
    size: () => cached.size,
  }
}
