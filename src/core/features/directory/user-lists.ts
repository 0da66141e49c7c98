import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import type { ServerAnswer } from './server-filters.ts'
import { CachedLists } from '../../list-copy/cached-lists.ts'
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

/**
 * Caches recently requested lists as sorted IDs. A cached list's pages, positions and counts are cheap until the copy
 * changes.
 */
export class UserLists {
  readonly #copy: DirectoryStore
  /** Milliseconds since 1970. */
  readonly #now: () => number
  readonly #lists: CachedLists
  /** The list that was searched last, with the place of each ID. */
  #searched: { list: Float64Array; places: ReadonlyMap<number, number> } | undefined

  constructor(copy: DirectoryStore, now: () => number) {
    this.#copy = copy
    this.#now = now
    this.#lists = new CachedLists(copy)
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
    return this.#lists.count(key, () => this.#copy.count(toSqlConditions(filter, this.#now())))
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
    this.#lists.forget()
  }

  /** A list without a search. */
  #list({ filter, order_by, sort }: ListQuery, answer: ServerAnswer | undefined): Float64Array {
    this.#dropOutdated()
    const key = this.#cacheKey([filter, order_by, sort, answer?.stamp])
    return this.#lists.list(key, () => this.#readIds(filter, order_by, sort, answer))
  }

  #readIds(
    filter: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    answer: ServerAnswer | undefined,
  ): Float64Array {
    const ids = this.#copy.ids(toSqlConditions(filter, this.#now()), sqlOrder(order_by, sort))
    const serverIds = answer?.ids
    return serverIds ? ids.filter((id) => serverIds.has(id)) : ids
  }

  #dropOutdated(): void {
    if (this.#lists.dropOutdated()) this.#searched = undefined
  }

  /** Includes the day in the key, because the filter for inactive days depends on it. */
  #cacheKey(parts: unknown[]): string {
    return JSON.stringify([...parts, Math.floor(this.#now() / 86_400_000)])
  }
}

/** The IDs without the excluded ones. */
export function excludeIds(ids: Float64Array, except: readonly number[]): Float64Array {
  if (except.length === 0) return ids
  const excluded = new Set(except)
  return ids.filter((id) => !excluded.has(id))
}
