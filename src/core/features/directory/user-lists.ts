import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { type DirectoryColumn, exactMatches } from '../../../shared/app/directory-columns.ts'
import type { ServerAnswer } from './server-filters.ts'
import { conditionsOf, sqlOrder, wordsOf } from './conditions.ts'
import { type ExactSearch, exactMatch, exactSearch } from './exact-match.ts'
import type { UserDirectory } from './directory-store.ts'
import { UserTexts } from './user-texts.ts'
import type { TextIndex } from './text-index.ts'

/** A list of people as a screen asks for it. */
export interface ListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

/** A list before its search. */
interface Base {
  ids: Float64Array
  /** Where each of them is in the index of texts; made when it is first searched. */
  places?: { index: TextIndex; of: Uint32Array }
}

const mostLists = 40
/** Of all lists together. */
const mostIds = 1_500_000
const mostCounts = 200
/** Among more people than these an address is not looked for. */
const mostAddresses = 100
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
  readonly #texts: UserTexts
  readonly #bases = new Map<string, Base>()
  readonly #counts = new Map<string, number>()
  #version = -1
  #soleVersion = -1
  #tookMs = 0
  #madeAt = 0

  constructor(copy: UserDirectory, now: () => number) {
    this.#copy = copy
    this.#now = now
    this.#texts = new UserTexts(copy)
  }

  /** Makes it possible to look words up, in parts so that nothing else has to wait. */
  ready(): Promise<void> {
    return this.#texts.ready()
  }

  /** The ids of a list. `answer` is what the service said to what the copy cannot tell. */
  ids({ filter, order_by, sort }: ListQuery, answer?: ServerAnswer): Float64Array {
    const base = this.#base(filter, order_by, sort, answer)
    const words = wordsOf(filter)
    if (words.length === 0) return base.ids
    const places = this.#places(base)
    const found = chosen(base.ids, places, this.#texts.marks(words))
    return this.#exactFirst(base.ids, found, exactSearch(filter.search ?? ''))
  }

  /** Whoever a search names exactly comes first, whatever the order, also where no text of theirs holds it. */
  #exactFirst(all: Float64Array, found: Float64Array, search: ExactSearch): Float64Array {
    const named = this.#copy.named(search).filter((id) => all.includes(id))
    // An address that is typed whole finds few.
    const few = search.email.includes('@') && found.length <= mostAddresses ? [...found] : []
    const rows = this.#copy.rows([...new Set([...named, ...few])])
    const exact = exactMatches.flatMap((kind) =>
      rows.filter((row) => exactMatch(row, search) === kind).map(({ id }) => id),
    )
    if (exact.length === 0) return found
    return Float64Array.from([...exact, ...found.filter((id) => !exact.includes(id))])
  }

  /** How many a filter finds. */
  count(filter: DirectoryFilter, answer?: ServerAnswer): number {
    this.#forgetOld()
    const { search, ...rest } = filter
    if (answer?.ids || wordsOf({ search }).length > 0) {
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

  #places(base: Base): Uint32Array {
    const index = this.#texts.index()
    if (base.places?.index !== index) {
      const of = Uint32Array.from(base.ids, (id) => index.placeOf(id))
      base.places = { index, of }
    }
    return base.places.of
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

/** The ids whose places are marked. Without branches, see `TextIndex`. */
function chosen(ids: Float64Array, places: Uint32Array, marks: Uint8Array): Float64Array {
  let total = 0
  for (let index = 0; index < places.length; index += 1) total += marks[places[index]!]!
  const found = new Float64Array(total + 1)
  for (let index = 0, next = 0; index < places.length; index += 1) {
    found[next] = ids[index]!
    next += marks[places[index]!]!
  }
  return found.subarray(0, total)
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
