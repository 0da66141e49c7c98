import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import type { UserListQuery } from '../../data/stores/directory.ts'
import { columnLayout } from './columns.ts'
import { formatListQuery, parseListQuery } from './list-query.ts'
import { addFilter, parseTypedSearch } from './typed-filters.ts'

/** Milliseconds without a key after which the typed text is searched for. */
const searchDelay = 150

/** The list in the address: its filters, among them the search, and its sort order. */
export function useListAddress() {
  const route = useRoute()
  const router = useRouter()
  const list = shallowRef(parseListQuery(route.query))
  watch(
    () => route.query,
    (query) => {
      // Leaving the screen changes the address before the screen is gone.
      if (route.name !== 'directory') return
      const next = parseListQuery(query)
      if (JSON.stringify(next) !== JSON.stringify(list.value)) list.value = next
    },
  )

  /** `replace`: for steps too small for the back button. */
  function openList(next: UserListQuery, { replace = false } = {}) {
    const to = { query: formatListQuery(next) }
    return replace ? router.replace(to) : router.push(to)
  }

  const setFilter = (filter: DirectoryFilter, options?: { replace?: boolean }) =>
    openList({ ...list.value, filter }, options)

  /** Sorts by a column; by the same one again, in the other direction. */
  function sortBy(column: DirectoryColumn) {
    const { filter, order_by, sort } = list.value
    const first = columnLayout[column].descends ? 'desc' : 'asc'
    const opposite = sort === 'asc' ? 'desc' : 'asc'
    const next = order_by === column ? opposite : first
    return openList({ filter, order_by: column, sort: next }, { replace: true })
  }

  const searchText = ref(list.value.filter.search ?? '')
  /** The text that was submitted as it is, with its last word. */
  const submittedText = ref<string>()
  const typed = computed(() =>
    parseTypedSearch(searchText.value, searchText.value === submittedText.value),
  )
  const { start: searchSoon, stop } = useTimeoutFn(apply, searchDelay, { immediate: false })
  watch(searchText, () => searchSoon())
  watch(list, ({ filter }) => {
    if ((filter.search ?? '') !== typed.value.text) searchText.value = filter.search ?? ''
  })

  /** Searches for the typed words, and takes the typed filters out of the field. */
  function apply() {
    stop()
    const { search: before = '', ...filter } = list.value.filter
    const { filter: more, text, unfinished } = typed.value
    const isFiltering = Object.keys(more).length > 0
    if (isFiltering) searchText.value = [text, unfinished].filter(Boolean).join(' ')
    if (text === before && !isFiltering) return
    const next = addFilter(filter, more)
    void setFilter(text ? { ...next, search: text } : next, { replace: !isFiltering })
  }

  function search() {
    submittedText.value = searchText.value
    apply()
  }

  return { list, openList, setFilter, sortBy, searchText, typed, search }
}
