import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import type { ServerAnswer } from './server-filters.ts'
import { conditionsOf, sqlOrder, searchTerms } from './conditions.ts'
import { exactSearch } from './exact-match.ts'
import { search } from './search-texts.ts'
import type { UserDirectory } from './directory-store.ts'

/** A list of people as a screen asks for it. */
export interface ListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

/** A list before its search. */
interface Base {
  ids: Float64Array
  /** What each of them is searched by; made when the list is first searched. */
  texts?: string[]
}

const mostLists = 40
/** Of all lists together. */
const mostIds = 1_500_000
const mostCounts = 200
/** While pages come in, a list is made anew when so many times of what that takes have passed. */
const restAfterWork = 20

/**
 * The lists that were asked for last, as ids in order: whatever page is wanted of them then, where somebody stands in them and
 * how many there are costs nothing, until the copy changes. Words are looked up in memory.
 */
export class UserLists {
  readonly #copy: UserDirectory
  /** Milliseconds since 1970. */
  readonly #now: () => number
  readonly #bases = new Map<string, Base>()
  readonly #counts = new Map<string, number>()
  #version = -1
  #soleVersion = -1
  #tookMs = 0
  #madeAt = 0

  constructor(copy: UserDirectory, now: () => number) {
    this.#copy = copy
    this.#now = now
  }

  /** Makes it possible to look words up, in parts so that nothing else has to wait. */
  ready(): Promise<void> {
    return this.#copy.texts.ready()
  }

  /** The ids of a list. `answer` is what the service said to what the copy cannot tell. */
  ids({ filter, order_by, sort }: ListQuery, answer?: ServerAnswer): Float64Array {
    const base = this.#base(filter, order_by, sort, answer)
    const words = searchTerms(filter)
    if (words.length === 0) return base.ids
    base.texts ??= this.#copy.texts.of(base.ids)
    return search(base.ids, base.texts, words, exactSearch(filter.search ?? ''))
  }

  /** How many a filter finds. */
  count(filter: DirectoryFilter, answer?: ServerAnswer): number {
    this.#forgetOld()
    const { search, ...rest } = filter
    if (answer?.ids || searchTerms({ search }).length > 0) {
      return this.ids({ filter, order_by: 'id', sort: 'desc' }, answer).length
    }
    const key = this.#key([rest])
    const count = this.#counts.get(key) ?? this.#copy.count(conditionsOf(rest, this.#now()))
    this.#counts.set(key, count)
    dropOver(this.#counts, mostCounts)
    return count
  }

  /** Makes all lists anew when they are asked for next. */
  forget(): void {
    this.#version = -1
  }

  #base(
    { search: _, ...filter }: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    answer: ServerAnswer | undefined,
  ): Base {
    this.#forgetOld()
    const key = this.#key([filter, order_by, sort, answer?.stamp])
    const known = this.#bases.get(key)
    if (known) this.#bases.delete(key)
    const base = known ?? { ids: this.#read(filter, order_by, sort, answer) }
    this.#bases.set(key, base)
    dropOver(this.#bases, mostLists)
    while (this.#bases.size > 1 && sizeOf(this.#bases) > mostIds) {
      this.#bases.delete(this.#bases.keys().next().value!)
    }
    return base
  }

  #read(
    filter: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    answer: ServerAnswer | undefined,
  ): Float64Array {
    const began = performance.now()
    const ids = this.#copy.ids(conditionsOf(filter, this.#now()), sqlOrder(order_by, sort))
    this.#madeAt = performance.now()
    this.#tookMs = Math.max(this.#tookMs, this.#madeAt - began)
    const named = answer?.ids
    return named ? ids.filter((id) => named.has(id)) : ids
  }

  /** While a reading brings page after page, lists may be as old as it takes some times to make them. */
  #forgetOld(): void {
    const { version, soleVersion } = this.#copy
    if (this.#version === version) return
    const isOwn = this.#version >= 0 && this.#soleVersion === soleVersion
    if (isOwn && performance.now() - this.#madeAt < restAfterWork * this.#tookMs) return
    this.#bases.clear()
    this.#counts.clear()
    this.#version = version
    this.#soleVersion = soleVersion
    this.#tookMs = 0
  }

  /** The day counts too, because of the days of inactivity. */
  #key(parts: unknown[]): string {
    return JSON.stringify([...parts, Math.floor(this.#now() / 86_400_000)])
  }
}

function sizeOf(bases: ReadonlyMap<string, Base>): number {
  return [...bases.values()].reduce((sum, { ids }) => sum + ids.length, 0)
}

function dropOver(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

/** These IDs but for some. */
export function without(ids: Float64Array, except: readonly number[]): Float64Array {
  if (except.length === 0) return ids
  const left = new Set(except)
  return ids.filter((id) => !left.has(id))
}
