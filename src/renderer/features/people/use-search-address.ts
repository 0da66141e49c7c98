import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { formatSearchFilter, parseSearchFilter } from '../../components/people/search-filter.ts'
import type { SearchFilter } from '../../components/people/search-filter.ts'

/** A search for people, kept in the address, so that the back button and a reload restore it. */
export function useSearchAddress() {
  const route = useRoute()
  const router = useRouter()
  const change = (values: Record<string, string | undefined>) =>
    void router.replace({ query: { ...route.query, ...values } })

  return {
    /** The typed text. */
    query: computed({
      get: () => String(route.query.q ?? ''),
      set: (text) => change({ q: text || undefined }),
    }),
    exact: computed({
      get: () => route.query.exact === 'yes',
      set: (isExact) => change({ exact: isExact ? 'yes' : undefined }),
    }),
    filter: computed({
      get: () => parseSearchFilter(route.query),
      set: (filter: SearchFilter) => change(formatSearchFilter(filter)),
    }),
  }
}
