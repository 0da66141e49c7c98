/** Caches up to `maxPages` pages of a long list, with `pageSize` rows each. Drops the least recently used page. */
export function createPageCache<Row>(pageSize: number, maxPages: number) {
  /** In order of use, starting with the least recent. */
  const pages = new Map<number, { rows: readonly Row[]; isOutdated: boolean }>()

  function put(page: number, rows: readonly Row[]) {
    pages.delete(page)
    pages.set(page, { rows, isOutdated: false })
    for (const oldest of pages.keys()) {
      if (pages.size <= maxPages) break
      pages.delete(oldest)
    }
  }

  /** Marks the pages with these rows as used. Returns the pages to load because they are missing or outdated. */
  function use(first: number, last: number): number[] {
    const toLoad: number[] = []
    for (let page = Math.floor(first / pageSize); page <= last / pageSize; page += 1) {
      const cached = pages.get(page)
      if (cached) {
        pages.delete(page)
        pages.set(page, cached)
      }
      if (cached?.isOutdated !== false) toLoad.push(page)
    }
    return toLoad
  }

  /** Marks all pages as stale. Their rows stay until new ones arrive. */
  function markStale() {
    for (const page of pages.values()) page.isOutdated = true
  }

  return {
    /** Returns the row at an index in the list, if cached. */
    rowAt: (index: number) => pages.get(Math.floor(index / pageSize))?.rows[index % pageSize],
    put,
    use,
    markStale,
    clear: () => pages.clear(),
  }
}
