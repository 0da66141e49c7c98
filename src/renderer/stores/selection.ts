import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'
import type { DirectoryFilter, Selection } from '../../shared/operations/directory.ts'

/**
 * An account’s selected users: individual ones, or everyone who matches a filter, with exceptions.
 *
 * Selecting a user is just as fast with 100,000 selected, and only updates what depends on that user.
 */
export interface UserSelection {
  /** Whether a user is selected. After `all`, this is meaningful only for users who match its filter. */
  has(id: number): boolean
  /** How many users are selected, given that the filter from `all` matches `total` users. */
  size(total: number): number
  /** Whether `all` was called and nobody has been deselected since. */
  isAll(total: number): boolean
  /** The filter passed to `all`, if it was used. */
  matching(): DirectoryFilter | undefined
  /** How many users matched when `all` was called. */
  matchedCount(): number
  toggle(id: number): void
  /** Selects or deselects several users. */
  range(ids: Iterable<number>, isChosen?: boolean): void
  /** Selects all users who match a filter, even those not loaded. */
  all(filter: DirectoryFilter, count: number): void
  clear(): void
  /** Sets their display order. */
  sortBy(order: Selection['order']): void
  /** Copies the selection for sending. */
  toSelection(): Selection
}

/** Each account’s selected users, kept across screens. */
export const useSelectionStore = defineStore('selection', () => {
  const chosen = new Map<string, UserSelection>()

  function of(account: string): UserSelection {
    const known = chosen.get(account) ?? createUserSelection()
    chosen.set(account, known)
    return known
  }

  return { of }
})

/** Creates an empty selection. */
export function createUserSelection(): UserSelection {
  const filter = shallowRef<DirectoryFilter>()
  /** The selected IDs or, with a filter, the deselected ones. */
  const marked = shallowReactive(new Set<number>())
  let matched = 0
  let order: Selection['order']

  function mark(id: number, isChosen: boolean) {
    if (isChosen === (filter.value === undefined)) marked.add(id)
    else marked.delete(id)
  }

  const has = (id: number) => marked.has(id) === (filter.value === undefined)

  return {
    has,
    size: (total) => (filter.value === undefined ? marked.size : Math.max(0, total - marked.size)),
    isAll: () => filter.value !== undefined && marked.size === 0,
    matching: () => filter.value,
    matchedCount: () => matched,
    toggle: (id) => mark(id, !has(id)),
    range(ids, isChosen = true) {
      for (const id of ids) mark(id, isChosen)
    },
    all(next, count) {
      marked.clear()
      filter.value = next
      matched = count
    },
    clear() {
      marked.clear()
      filter.value = undefined
      order = undefined
    },
    sortBy(next) {
      order = next
    },
    toSelection: () =>
      filter.value === undefined
        ? { kind: 'users', ids: [...marked], order }
        : { kind: 'matching', filter: filter.value, except: [...marked], order },
  }
}
