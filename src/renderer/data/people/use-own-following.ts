import { computed } from 'vue'
import type { Latchkey } from '../latchkey.ts'
import { useFollowingStore } from '../stores/following.ts'
import { useAccountQuery } from '../use-service-query.ts'

const aMinute = 60_000

/** The users whom the account follows, loaded once for all screens. */
export function useOwnFollowing(account: string) {
  const store = useFollowingStore()
  const known = store.of(account)
  // A list that another screen loaded within a minute is reused.
  let isWanted = known === undefined || Date.now() - known.asOf > aMinute
  const { failure, loading, reload } = useAccountQuery(account, ['following'], load, {
    cached: true,
  })

  async function load(read: Latchkey) {
    const fresh = isWanted ? undefined : store.of(account)
    isWanted = true
    return fresh ?? store.load(account, read)
  }

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
