import { computed, watch } from 'vue'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useDirectoryStore } from '../../stores/directory.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'

/** Users active since a date, from the local directory. Reloads when the directory is updated. */
export function useDirectoryActivities(account: string, from: string) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const updating = useAsyncAction()
  const query = useAccountQuery(account, ['directory.activities', from], async (latchkey) => {
    const response = await latchkey(account).directory.activities({ from })
    store.putState(account, response.state)
    return response
  })
  const state = computed(() => store.stateOf(account))
  watch(
    () => state.value?.asOf,
    (asOf) => {
      const shownAsOf = query.data.value?.state.asOf
      if (asOf !== undefined && shownAsOf !== undefined && asOf !== shownAsOf) void query.reload()
    },
  )

  const changeSync = (action: 'read' | 'stop') =>
    updating.run(
      async () => store.putState(account, await latchkey(account).directory[action]({})),
      action,
    )

  return {
    entries: computed(() => query.data.value && (query.data.value.entries ?? [])),
    state,
    failure: query.failure,
    /** Why a sync couldn’t start or stop. */
    updateFailure: updating.failure,
    loading: computed(() => state.value?.phase === 'reading'),
    asOf: computed(() => state.value?.asOf),
    skipped: computed(() => state.value?.skipped),
    retry: query.reload,
    reload: () => changeSync('read'),
    stop: () => changeSync('stop'),
  }
}
