import { computed } from 'vue'
import type { Latchkey } from '../latchkey.ts'
import { useFollowingStore } from '../stores/following.ts'
import { useAccountQuery } from '../use-service-query.ts'

const aMinute = 60_000

/** Whom the account follows, read once for all screens; `reload` reads it again. */
export function useOwnFollowing(account: string) {
  const store = useFollowingStore()
  const known = store.of(account)
  // What another screen just read is shown as it is.
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
