import { shallowReactive } from 'vue'
import type { ListSelection } from './list-columns.ts'

/** An empty selection of rows by key, for lists that are loaded as a whole. */
export function createListSelection<Key>(): ListSelection<Key> & { keys: ReadonlySet<Key> } {
  const keys = shallowReactive(new Set<Key>())
  const mark = (key: Key, isSelected: boolean) => (isSelected ? keys.add(key) : keys.delete(key))
  return {
    keys,
    has: (key) => keys.has(key),
    size: () => keys.size,
    toggle: (key) => void mark(key, !keys.has(key)),
    range(added, isSelected = true) {
      for (const key of added) mark(key, isSelected)
    },
    clear: () => keys.clear(),
  }
}
