import { computed, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { type UserPlace, placeOf, queryOf } from './user-tabs.ts'

/** The tab of a user's page, kept in the address. An earlier address is replaced by the present one. */
export function useUserPlace() {
  const route = useRoute()
  const router = useRouter()
  /** The route that the page is open at; another one is shown while the page is left. */
  const { name } = route
  const place = computed(() => placeOf(route.query))
  const open = (to: Partial<UserPlace>) =>
    router.replace({ query: queryOf({ ...place.value, ...to }) })

  watch(
    () => route.query.tab,
    (tab) => {
      if (route.name === name && tab !== undefined && tab !== queryOf(place.value).tab)
        void open({})
    },
    { immediate: true },
  )

  return {
    tab: computed({ get: () => place.value.tab, set: (tab) => void open({ tab }) }),
    kind: computed({ get: () => place.value.kind, set: (kind) => void open({ kind }) }),
  }
}
