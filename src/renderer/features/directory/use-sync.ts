import { useDocumentVisibility } from '@vueuse/core'
import { computed, watch } from 'vue'
import { isCutOff } from '../../bridge/cut-off.ts'
import { hasDirectoryCopy } from '../../components/directory/sync-messages.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { useDirectoryStore } from '../../stores/directory.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useClock } from '../../ui/use-clock.ts'

/** How long (ms) an open list may stay on screen before it is synced again. */
const staleMs = 5 * 60_000

/** Syncs GitLab’s users to the local directory. */
export function useSync(account: string) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const connectivity = useConnectivityStore()
  const { run, failure } = useAsyncAction()
  const state = computed(() => store.stateOf(account))

  /** Loads only changes, or all users. Only the latter detects deletions. */
  const start = (options: { allUsers?: true } = {}) =>
    run(
      async () => store.putState(account, await latchkey(account).directory.read(options)),
      options.allUsers,
    )
  const stop = () =>
    run(async () => store.putState(account, await latchkey(account).directory.stop()), 'stop')

  // Retries automatically once the instance is reachable again.
  watch(
    () => connectivity.of(account).state,
    (connection) => {
      const lastFailure = failure.value ?? state.value?.failure
      if (connection === 'online' && lastFailure && isCutOff(lastFailure)) void start()
    },
  )

  // Keep an open list up to date, unless GitLab has requested a pause.
  const visibility = useDocumentVisibility()
  const now = useClock()
  const isStale = computed(
    () =>
      visibility.value === 'visible' &&
      connectivity.of(account).state === 'online' &&
      state.value?.phase === 'whole' &&
      now.value - (state.value.asOf ?? now.value) > staleMs,
  )
  watch(isStale, (isOld) => isOld && void start())

  /** Whether no users have ever been loaded and none are loading. */
  const isNothingLoaded = computed(() => {
    if (!state.value || hasDirectoryCopy(state.value)) return false
    const { phase } = state.value
    return phase === 'stopped' || (phase !== 'reading' && state.value.failure !== undefined)
  })

  return { state, start, stop, failure, isNothingLoaded }
}

export type Sync = ReturnType<typeof useSync>
