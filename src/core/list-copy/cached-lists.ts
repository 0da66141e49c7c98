import { dropOldest } from './drop-oldest.ts'

const maxLists = 40
/** How many IDs all lists together may contain. */
const maxIds = 1_500_000
const maxCounts = 200
/** During a sync, how old a list must be before it is rebuilt, as a multiple of its rebuild time. */
const minRebuildFactor = 20

interface ListedCopy {
  /** Incremented on every change to the rows. */
  readonly version: number
  /** Incremented on every change to the rows except those from sync pages. */
  readonly soleVersion: number
  known(): number
}

/**
 * Caches recently requested lists as sorted IDs. A cached list's pages, positions and counts are cheap until the copy
 * changes.
 */
export class CachedLists {
  readonly #copy: ListedCopy
  readonly #lists = new Map<string, Float64Array>()
  readonly #counts = new Map<string, number>()
  #version = -1
  #soleVersion = -1
  #buildMs = 0
  #builtAt = 0
  /** How many entries the copy had at the last rebuild. */
  #builtEntries = 0

  constructor(copy: ListedCopy) {
    this.#copy = copy
  }

  list(key: string, build: () => Float64Array): Float64Array {
    this.dropOutdated()
    const cachedIds = this.#lists.get(key)
    if (cachedIds) this.#lists.delete(key)
    const ids = cachedIds ?? this.#build(build)
    this.#lists.set(key, ids)
    dropOldest(this.#lists, maxLists)
    while (this.#lists.size > 1 && countIds(this.#lists) > maxIds) {
      this.#lists.delete(this.#lists.keys().next().value!)
    }
    return ids
  }

  count(key: string, count: () => number): number {
    this.dropOutdated()
    const value = this.#counts.get(key) ?? count()
    this.#counts.set(key, value)
    dropOldest(this.#counts, maxCounts)
    return value
  }

  /** Makes the next requests rebuild all lists. */
  forget(): void {
    this.#version = -1
  }

  /**
   * Drops all lists if the copy has changed. During a sync, lists may be as old as a multiple of their rebuild time, but
   * the first entries are always listed immediately. Returns whether they were dropped.
   */
  dropOutdated(): boolean {
    const { version, soleVersion } = this.#copy
    if (this.#version === version) return false
    const isUnchangedExceptSync = this.#version >= 0 && this.#soleVersion === soleVersion
    const isFresh = performance.now() - this.#builtAt < minRebuildFactor * this.#buildMs
    if (isUnchangedExceptSync && isFresh && this.#builtEntries > 0) return false
    this.#lists.clear()
    this.#counts.clear()
    this.#version = version
    this.#soleVersion = soleVersion
    this.#buildMs = 0
    return true
  }

  #build(build: () => Float64Array): Float64Array {
    const startedAt = performance.now()
    const ids = build()
    this.#builtAt = performance.now()
    this.#builtEntries = this.#copy.known()
    this.#buildMs = Math.max(this.#buildMs, this.#builtAt - startedAt)
    return ids
  }
}

function countIds(lists: ReadonlyMap<string, Float64Array>): number {
  return [...lists.values()].reduce((sum, { length }) => sum + length, 0)
}
