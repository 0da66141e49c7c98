import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  type SearchFilter,
  formatSearchFilter,
  parseSearchFilter,
} from '../../components/people/search-filter.ts'
import { parseUserSearch } from '../../components/people/user-search.ts'

/** How long (ms) to wait after a keystroke before searching. */
const searchDelay = 300

/** The search for people, which is part of the URL, so that Back and reloading restore it. */
export function useFindPeople() {
  const route = useRoute()
  const router = useRouter()
  const change = (values: Record<string, string | undefined>) =>
    void router.replace({ query: { ...route.query, ...values } })
  const query = computed({
    get: () => String(route.query.q ?? ''),
    set: (text) => change(text ? { q: text, tab: 'find' } : { q: undefined }),
  })
  const exact = computed({
    get: () => route.query.exact === 'yes',
    set: (isExact) => change({ exact: isExact ? 'yes' : undefined }),
  })
  const filter = computed({
    get: () => parseSearchFilter(route.query),
    set: (next: SearchFilter) => change(formatSearchFilter(next)),
  })
  const typed = ref(query.value)
  const search = computed(() => parseUserSearch(query.value, exact.value, filter.value))
  const { start: searchSoon, stop } = useTimeoutFn(apply, searchDelay, { immediate: false })
  watch(typed, () => searchSoon())
  watch(query, () => {
    if (query.value !== typed.value.trim()) typed.value = query.value
  })

  function apply() {
    stop()
    query.value = typed.value.trim()
  }

  return { typed, exact, filter, search, apply }
}
