/** A page cache for a long list: at most `maxPages` of `pageSize` rows each; drops the least recently used page. */
export function createPageCache<Row>(pageSize: number, maxPages: number) {
  /** Least recently used first. */
  const pages = new Map<number, { rows: readonly Row[]; isOutdated: boolean }>()

  function put(page: number, rows: readonly Row[]) {
    pages.delete(page)
    pages.set(page, { rows, isOutdated: false })
    for (const oldest of pages.keys()) {
      if (pages.size <= maxPages) break
      pages.delete(oldest)
    }
  }

  /** Marks the pages of these rows as used; returns those to load because they are missing or outdated. */
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

  /** Marks all pages as outdated; their rows are kept until new ones arrive. */
  function outdate() {
    for (const page of pages.values()) page.isOutdated = true
  }

  return {
    /** The row at an index of the list, if cached. */
    rowAt: (index: number) => pages.get(Math.floor(index / pageSize))?.rows[index % pageSize],
    put,
    use,
    outdate,
    clear: () => pages.clear(),
  }
}
