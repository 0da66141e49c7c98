import { type Ref, computed } from 'vue'
import type { Failure } from '../../shared/rules/failure.ts'

/** The state that `ListBody` renders. Paged lists can load more. */
export interface ListState<Item> {
  items: Readonly<Ref<readonly Item[]>>
  /** Whether the list has loaded. If not, having no items doesn’t mean it’s empty. */
  isRead: Readonly<Ref<boolean>>
  failure: Readonly<Ref<Failure | undefined>>
  loading: Readonly<Ref<boolean>>
  asOf: Readonly<Ref<number | undefined>>
  reload(): unknown
  total?: Readonly<Ref<number | undefined>>
  /** For paged lists. */
  isComplete?: Readonly<Ref<boolean>>
  readingMore?: Readonly<Ref<boolean>>
  moreFailure?: Readonly<Ref<Failure | undefined>>
  more?(): unknown
}

/** Adapts a query to a list whose items derive from the data. */
export function listFromQuery<Data, Item>(
  query: Omit<ListState<Item>, 'items' | 'isRead'> & { data: Readonly<Ref<Data | undefined>> },
  itemsOf: (data: Data) => readonly Item[],
): ListState<Item> {
  const { data, failure, loading, asOf, reload } = query
  return {
    items: computed(() => (data.value === undefined ? [] : itemsOf(data.value))),
    isRead: computed(() => data.value !== undefined),
    failure,
    loading,
    asOf,
    reload,
  }
}

/** A list’s failures without duplicates, because loads and actions fail for the same reason while offline. */
export function distinctFailures(
  load: Failure | undefined,
  actions: readonly Failure[],
): { load: Failure | undefined; actions: Failure[] } {
  const distinct = new Map(actions.map((failure) => [failure.message, failure]))
  const isRepeated = load !== undefined && distinct.has(load.message)
  return { load: isRepeated ? undefined : load, actions: [...distinct.values()] }
}
