import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import type { ServerAnswer } from './server-filters.ts'
import { dropOldest } from '../../list-copy/drop-oldest.ts'
import { toSqlConditions } from '../user-conditions.ts'
import { sqlOrder } from './conditions.ts'
import { searchTerms, toSqlSearch } from './search.ts'
import { similarSearch } from './similar-search.ts'
import type { DirectoryStore } from './directory-store.ts'

/** A user list's query, as a screen requests it. */
export interface ListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

const maxLists = 40
/** How many IDs all lists together may contain. */
const maxIds = 1_500_000
const maxCounts = 200
/** During a sync, how old a list must be before it is rebuilt, as a multiple of its rebuild time. */
const minRebuildFactor = 20

/**
 * Caches recently requested lists as sorted IDs. A cached list's pages, positions and counts are cheap until the copy
 * changes.
 */
export class UserLists {
  readonly #copy: DirectoryStore
  /** Milliseconds since 1970. */
  readonly #now: () => number
  readonly #lists = new Map<string, Float64Array>()
  readonly #counts = new Map<string, number>()
  /** The list that was searched last, with the place of each ID. */
  #searched: { list: Float64Array; places: ReadonlyMap<number, number> } | undefined
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
  ids(query: ListQuery, answer?: ServerAnswer): Float64Array {
    const { search, ...filter } = query.filter
    const sqlSearch = toSqlSearch({ search })
    const byRank = sqlSearch && this.#copy.search(sqlSearch)
    const isByName = query.order_by === 'name' && query.sort === 'asc'
    if (byRank && isByName && !answer && Object.keys(filter).length === 0)
      return new Float64Array(byRank.flat())
    const ids = this.#list({ ...query, filter }, answer)
    return byRank ? this.#inOrder(byRank, ids) : ids
  }

  /** The IDs of users similar to the search, for when it has no matches. */
  similarIds(query: ListQuery, answer?: ServerAnswer): Float64Array {
    const { search, ...filter } = query.filter
    const similar = similarSearch(searchTerms({ search }).map(([word]) => word!))
    if (!similar) return new Float64Array()
    const users = this.#copy.searchableUsers(similar.condition).filter(similar.isSimilar)
    return this.#inOrder([users.map(({ id }) => id)], this.#list({ ...query, filter }, answer))
  }

  /** How many users match a filter. */
  count(filter: DirectoryFilter, answer?: ServerAnswer): number {
    this.#dropOutdated()
    if (answer?.ids || searchTerms(filter).length > 0) {
      return this.ids({ filter, order_by: 'id', sort: 'desc' }, answer).length
    }
    const key = this.#cacheKey([filter])
    const count = this.#counts.get(key) ?? this.#copy.count(toSqlConditions(filter, this.#now()))
    this.#counts.set(key, count)
    dropOldest(this.#counts, maxCounts)
    return count
  }

  /** Those IDs of a list that a search found: best ranks first, and otherwise in the order of the list. */
  #inOrder(byRank: readonly number[][], list: Float64Array): Float64Array {
    if (this.#searched?.list !== list) {
      const places = new Map(Array.from(list, (id, place) => [id, place]))
      this.#searched = { list, places }
    }
    const { places } = this.#searched
    const inOrder = new Float64Array(list.length)
    let length = 0
    for (const ids of byRank) {
      const matches = new Uint32Array(ids.length)
      let count = 0
      for (const id of ids) {
        const place = places.get(id)
        if (place !== undefined) matches[count++] = place
      }
      for (const place of matches.subarray(0, count).sort()) inOrder[length++] = list[place]!
    }
    return inOrder.slice(0, length)
  }

  /** Makes the next requests rebuild all lists. */
  forget(): void {
    this.#version = -1
  }

  /** A list without a search. */
  #list({ filter, order_by, sort }: ListQuery, answer: ServerAnswer | undefined): Float64Array {
    this.#dropOutdated()
    const key = this.#cacheKey([filter, order_by, sort, answer?.stamp])
    const cachedIds = this.#lists.get(key)
    if (cachedIds) this.#lists.delete(key)
    const ids = cachedIds ?? this.#readIds(filter, order_by, sort, answer)
    this.#lists.set(key, ids)
    dropOldest(this.#lists, maxLists)
    while (this.#lists.size > 1 && countIds(this.#lists) > maxIds) {
      this.#lists.delete(this.#lists.keys().next().value!)
    }
    return ids
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
    this.#lists.clear()
    this.#counts.clear()
    this.#searched = undefined
    this.#version = version
    this.#soleVersion = soleVersion
    this.#buildMs = 0
  }

  /** Includes the day in the key, because the filter for inactive days depends on it. */
  #cacheKey(parts: unknown[]): string {
    return JSON.stringify([...parts, Math.floor(this.#now() / 86_400_000)])
  }
}

function countIds(lists: ReadonlyMap<string, Float64Array>): number {
  return [...lists.values()].reduce((sum, { length }) => sum + length, 0)
}

/** The IDs without the excluded ones. */
export function excludeIds(ids: Float64Array, except: readonly number[]): Float64Array {
  if (except.length === 0) return ids
  const excluded = new Set(except)
  return ids.filter((id) => !excluded.has(id))
}
