import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { type LocationQuery, useRoute, useRouter } from 'vue-router'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import type { UserListQuery } from '../../stores/directory.ts'
import { useRemembered } from '../../ui/remembered.ts'
import { useIsReturn } from '../../ui/screen-entry.ts'
import { formatListQuery, parseListQuery } from '../../components/directory/list-query.ts'
import { sortsDescending } from './columns.ts'
import { addFilter, parseTypedSearch } from './typed-filters.ts'

/** How long (ms) to wait after a keystroke before applying the search. */
const applyDelay = 150

const isRecord = (value: unknown) => typeof value === 'object' && value !== null

/** The list’s filters, search and sort order, which are stored in the URL. */
export function useListAddress() {
  const route = useRoute()
  const router = useRouter()
  const isReturn = useIsReturn()()
  /** The last list, without what was typed to find someone. */
  const last = useRemembered<LocationQuery>('directory.list', {}, isRecord)
  const isNew = Object.keys(route.query).length === 0 && !isReturn
  const list = shallowRef(parseListQuery(isNew ? last.value : route.query))
  if (isNew && Object.keys(last.value).length > 0) void router.replace({ query: last.value })
  watch(
    list,
    (next) => {
      const { search: _search, ids: _ids, ...query } = formatListQuery(next)
      last.value = query
    },
    { immediate: true },
  )
  watch(
    () => route.query,
    (query) => {
      // On navigation, the URL changes before this screen unmounts.
      if (route.name !== 'directory') return
      const next = parseListQuery(query)
      if (JSON.stringify(next) !== JSON.stringify(list.value)) list.value = next
    },
  )

  /** `replace` is for changes too small to deserve a history entry. */
  function openList(next: UserListQuery, { replace = false } = {}) {
    const to = { query: formatListQuery(next) }
    // A filter added before the address has changed must not replace this one.
    list.value = parseListQuery(to.query)
    return replace ? router.replace(to) : router.push(to)
  }

  const setFilter = (filter: DirectoryFilter, options?: { replace?: boolean }) =>
    openList({ ...list.value, filter }, options)

  /** Sorts by a column, or reverses the direction if the list is already sorted by it. */
  function sortBy(column: DirectoryColumn) {
    const { filter, order_by, sort } = list.value
    const first = sortsDescending(column) ? 'desc' : 'asc'
    const opposite = sort === 'asc' ? 'desc' : 'asc'
    const next = order_by === column ? opposite : first
    return openList({ filter, order_by: column, sort: next }, { replace: true })
  }

  const searchText = ref(list.value.filter.search ?? '')
  /** The field’s text when it was last submitted or lost focus. Its last word is complete. */
  const committedText = ref<string>()
  const typed = computed(() =>
    parseTypedSearch(searchText.value, searchText.value === committedText.value),
  )
  /** Whether the field contains text that hasn’t been applied yet. */
  const isPending = computed(() => {
    const { search = '' } = list.value.filter
    const listed = search.trim().split(/\s+/).join(' ')
    return typed.value.text !== listed || Object.keys(typed.value.filter).length > 0
  })
  const { start: applySoon, stop } = useTimeoutFn(apply, applyDelay, { immediate: false })
  /** The last search requested through this field. */
  let requestedSearch = searchText.value
  watch(searchText, () => applySoon())
  watch(list, ({ filter: { search = '' } }) => {
    if (search === requestedSearch) return
    requestedSearch = search
    searchText.value = search
  })
  // The search text in a URL may contain filters.
  if (isPending.value) applySoon()

  /** Searches for the typed words and moves typed filters out of the field. */
  function apply() {
    stop()
    const { search: before = '', ...filter } = list.value.filter
    const { filter: more, text, rest } = typed.value
    const isFiltering = Object.keys(more).length > 0
    if (isFiltering) {
      const isCommitted = searchText.value === committedText.value
      searchText.value = rest && /\s$/.test(searchText.value) ? `${rest} ` : rest
      if (isCommitted) committedText.value = searchText.value
    }
    if (text === before && !isFiltering) return
    requestedSearch = text
    const next = addFilter(filter, more)
    void setFilter(text ? { ...next, search: text } : next, { replace: !isFiltering })
  }

  /** Applies everything typed, including the last word. */
  function search() {
    committedText.value = searchText.value
    apply()
  }

  /** Clears all filters and the typed text. */
  function reset() {
    searchText.value = ''
    return setFilter({})
  }

  return { list, openList, setFilter, sortBy, searchText, typed, isPending, search, reset }
}
