import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'
import type { DirectoryFilter, Selection } from '../../../shared/app/directory.ts'

/**
 * People that an account has chosen: one by one, or all whom a filter finds but some.
 *
 * Choosing or leaving one costs the same whether few or a hundred thousand are chosen, and tells only those who asked
 * about that one.
 */
export interface ChosenPeople {
  /** Whether somebody is chosen; of people whom the filter of `all` does not find, nothing can be said. */
  has(id: number): boolean
  /** How many are chosen, where the filter of `all` finds `total`. */
  size(total: number): number
  /** The filter of which all are chosen, where it is so. */
  matching(): DirectoryFilter | undefined
  toggle(id: number): void
  /** Chooses several, or leaves them. */
  range(ids: Iterable<number>, isChosen?: boolean): void
  /** Chooses all whom a filter finds, also those who are not read into the page. */
  all(filter: DirectoryFilter): void
  clear(): void
  /** As it is sent; copies, so it is for the moment of sending. */
  toSelection(): Selection
}

/** The chosen people of each account, kept from screen to screen. */
export const useSelectionStore = defineStore('selection', () => {
  const chosen = new Map<string, ChosenPeople>()

  function of(account: string): ChosenPeople {
    const known = chosen.get(account) ?? createChosenPeople()
    chosen.set(account, known)
    return known
  }

  return { of }
})

/** An empty choice of people. */
export function createChosenPeople(): ChosenPeople {
  const filter = shallowRef<DirectoryFilter>()
  /** Who is chosen; under a filter, who is not. */
  const marked = shallowReactive(new Set<number>())

  function mark(id: number, isChosen: boolean) {
    if (isChosen === (filter.value === undefined)) marked.add(id)
    else marked.delete(id)
  }

  const has = (id: number) => marked.has(id) === (filter.value === undefined)

  return {
    has,
    size: (total) => (filter.value === undefined ? marked.size : Math.max(0, total - marked.size)),
    matching: () => filter.value,
    toggle: (id) => mark(id, !has(id)),
    range(ids, isChosen = true) {
      for (const id of ids) mark(id, isChosen)
    },
    all(next) {
      marked.clear()
      filter.value = next
    },
    clear() {
      marked.clear()
      filter.value = undefined
    },
    toSelection: () =>
      filter.value === undefined
        ? { kind: 'people', ids: [...marked] }
        : { kind: 'matching', filter: filter.value, except: [...marked] },
  }
}
