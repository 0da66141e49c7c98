import { computed } from 'vue'
import { useFollowingStore } from '../stores/following.ts'
import { useCachedResource } from './use-resource.ts'

/** Whom the account follows, read once for all screens; `reload` reads it again. */
export function useOwnFollowing(account: string) {
  const store = useFollowingStore()
  let isWanted = store.of(account) === undefined
  const { failure, loading, reload } = useCachedResource(account, async (read) => {
    const known = isWanted ? undefined : store.of(account)
    isWanted = true
    return known ?? store.load(account, read)
  })

  const followed = computed(() => store.of(account))
  return {
    people: computed(() => followed.value && [...followed.value.people.values()]),
    count: computed(() => followed.value?.people.size),
    asOf: computed(() => followed.value?.asOf),
    skipped: computed(() => followed.value?.skipped ?? 0),
    failure,
    loading,
    reload,
  }
}

export type OwnFollowing = ReturnType<typeof useOwnFollowing>
