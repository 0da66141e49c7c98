import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import type { ServerAnswer } from './server-filters.ts'
import { dropOldest } from './drop-oldest.ts'
import { toSqlConditions } from '../user-conditions.ts'
import { sqlOrder, searchTerms } from './conditions.ts'
import { parseExactSearch } from './exact-match.ts'
import { search } from './search-texts.ts'
import { searchSimilar } from './similar-search.ts'
import type { DirectoryStore } from './directory-store.ts'

/** A user list's query, as a screen requests it. */
export interface ListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

/** A list before the search is applied. */
interface Base {
  ids: Float64Array
  /** Each user's searchable text; created on the first search. */
  texts?: string[]
}

const maxLists = 40
/** How many IDs all lists together may contain. */
const maxIds = 1_500_000
const maxCounts = 200
/** During a sync, how old a list must be before it is rebuilt, as a multiple of its rebuild time. */
const minRebuildFactor = 20

/**
 * Caches recently requested lists as sorted IDs. A cached list's pages, positions and counts are cheap until the copy
 * changes. The search runs in memory.
 */
export class UserLists {
  readonly #copy: DirectoryStore
  /** Milliseconds since 1970. */
  readonly #now: () => number
  readonly #bases = new Map<string, Base>()
  readonly #counts = new Map<string, number>()
  #version = -1
  #soleVersion = -1
  #buildMs = 0
  #builtAt = 0
  /** How many users the copy had at the last rebuild. */
  #builtUsers = 0

  constructor(copy: DirectoryStore, now: () => number) {
    this.#copy = copy
    this.#now = now
  }

  /** A list's IDs. `answer`: the service's answer to filters that the copy can't answer. */
  ids({ filter, order_by, sort }: ListQuery, answer?: ServerAnswer): Float64Array {
    const base = this.#baseList(filter, order_by, sort, answer)
    const words = searchTerms(filter)
    if (words.length === 0) return base.ids
    base.texts ??= this.#copy.texts.textsOf(base.ids)
    return search(base.ids, base.texts, words, parseExactSearch(filter.search ?? ''))
  }

  /** The IDs of users similar to the search, for when it has no matches. */
  similarIds({ filter, order_by, sort }: ListQuery, answer?: ServerAnswer): Float64Array {
    const base = this.#baseList(filter, order_by, sort, answer)
    base.texts ??= this.#copy.texts.textsOf(base.ids)
    return searchSimilar(base.ids, base.texts, searchTerms(filter))
  }

  /** How many users match a filter. */
  count(filter: DirectoryFilter, answer?: ServerAnswer): number {
    this.#dropOutdated()
    const { search, ...rest } = filter
    if (answer?.ids || searchTerms({ search }).length > 0) {
      return this.ids({ filter, order_by: 'id', sort: 'desc' }, answer).length
    }
    const key = this.#cacheKey([rest])
    const count = this.#counts.get(key) ?? this.#copy.count(toSqlConditions(rest, this.#now()))
    this.#counts.set(key, count)
    dropOldest(this.#counts, maxCounts)
    return count
  }

  /** Makes the next requests rebuild all lists. */
  forget(): void {
    this.#version = -1
  }

  #baseList(
    { search: _, ...filter }: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    answer: ServerAnswer | undefined,
  ): Base {
    this.#dropOutdated()
    const key = this.#cacheKey([filter, order_by, sort, answer?.stamp])
    const cachedBase = this.#bases.get(key)
    if (cachedBase) this.#bases.delete(key)
    const base = cachedBase ?? { ids: this.#readIds(filter, order_by, sort, answer) }
    this.#bases.set(key, base)
    dropOldest(this.#bases, maxLists)
    while (this.#bases.size > 1 && countIds(this.#bases) > maxIds) {
      this.#bases.delete(this.#bases.keys().next().value!)
    }
    return base
  }

  #readIds(
    filter: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    answer: ServerAnswer | undefined,
  ): Float64Array {
    const startedAt = performance.now()
    const ids = this.#copy.ids(toSqlConditions(filter, this.#now()), sqlOrder(order_by, sort))
    this.#builtAt = performance.now()
    this.#builtUsers = this.#copy.known()
    this.#buildMs = Math.max(this.#buildMs, this.#builtAt - startedAt)
    const serverIds = answer?.ids
    return serverIds ? ids.filter((id) => serverIds.has(id)) : ids
  }

  /**
   * During a sync, lists may be as old as a multiple of their rebuild time, but the first users are always listed
   * immediately.
   */
  #dropOutdated(): void {
    const { version, soleVersion } = this.#copy
    if (this.#version === version) return
    const isUnchangedExceptSync = this.#version >= 0 && this.#soleVersion === soleVersion
    const isFresh = performance.now() - this.#builtAt < minRebuildFactor * this.#buildMs
    if (isUnchangedExceptSync && isFresh && this.#builtUsers > 0) return
    this.#bases.clear()
    this.#counts.clear()
    this.#version = version
    this.#soleVersion = soleVersion
    this.#buildMs = 0
  }

  /** Includes the day in the key, because the filter for inactive days depends on it. */
  #cacheKey(parts: unknown[]): string {
    return JSON.stringify([...parts, Math.floor(this.#now() / 86_400_000)])
  }
}

function countIds(bases: ReadonlyMap<string, Base>): number {
  return [...bases.values()].reduce((sum, { ids }) => sum + ids.length, 0)
}

/** The IDs without the excluded ones. */
export function excludeIds(ids: Float64Array, except: readonly number[]): Float64Array {
  if (except.length === 0) return ids
  const excluded = new Set(except)
  return ids.filter((id) => !excluded.has(id))
}
