import type { DirectoryFilter } from '../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../shared/app/directory-columns.ts'
import type { Asked } from './asked-ids.ts'
import { conditionsOf, sqlOrder } from './conditions.ts'
import type { PeopleCopy } from './people-copy.ts'

/** A list of people as a screen asks for it. */
export interface ListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

const mostLists = 8
const mostCounts = 200

/**
 * The lists that were asked for last, as ids in order: whatever page is wanted of them then, where somebody stands in them and
 * how many there are costs nothing, until the copy changes.
 */
export class PeopleLists {
  readonly #copy: PeopleCopy
  /** Milliseconds since 1970. */
  readonly #now: () => number
  readonly #lists = new Map<string, Float64Array>()
  readonly #counts = new Map<string, number>()
  #version = -1

  constructor(copy: PeopleCopy, now: () => number) {
    this.#copy = copy
    this.#now = now
  }

  /** The ids of a list. `asked` are those whom the service named for what the copy cannot tell. */
  ids({ filter, order_by, sort }: ListQuery, asked?: Asked): Float64Array {
    const key = this.#key([filter, order_by, sort, asked?.stamp])
    const known = this.#lists.get(key)
    if (known) this.#lists.delete(key)
    const ids = known ?? this.#read(filter, order_by, sort, asked)
    this.#lists.set(key, ids)
    drop(this.#lists, mostLists)
    return ids
  }

  /** How many a filter finds. */
  count(filter: DirectoryFilter, asked?: Asked): number {
    if (asked) return this.ids({ filter, order_by: 'id', sort: 'desc' }, asked).length
    const key = this.#key([filter])
    const count = this.#counts.get(key) ?? this.#copy.count(this.#conditions(filter))
    this.#counts.set(key, count)
    drop(this.#counts, mostCounts)
    return count
  }

  #read(
    filter: DirectoryFilter,
    order_by: DirectoryColumn,
    sort: 'asc' | 'desc',
    asked: Asked | undefined,
  ): Float64Array {
    const ids = this.#copy.ids(this.#conditions(filter), sqlOrder(order_by, sort))
    return asked ? ids.filter((id) => asked.ids.has(id)) : ids
  }

  #conditions(filter: DirectoryFilter) {
    return conditionsOf(filter, { foundTable: this.#copy.foundTable, now: this.#now() })
  }

  /** The day counts too, because of the days of inactivity. */
  #key(parts: unknown[]): string {
    if (this.#version !== this.#copy.version) {
      this.#lists.clear()
      this.#counts.clear()
      this.#version = this.#copy.version
    }
    return JSON.stringify([...parts, Math.floor(this.#now() / 86_400_000)])
  }
}

function drop(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
