import { refDebounced } from '@vueuse/core'
import { useMutation } from '@tanstack/vue-query'
import { computed, onScopeDispose } from 'vue'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { useClock } from '../../ui/use-clock.ts'
import { failureOf, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { visibleStatus } from '../../components/status/draft.ts'
import { useExpectedStatus } from '../../components/status/status-writes.ts'
import { useQuickStatus } from './use-quick-status.ts'

/** A one-click change to the status. */
type Change = { set: TimedStatus } | 'clear'

/** How long (ms) to wait for GitLab before showing “Saving…”. */
const savingMs = 1000

/** An account’s own status. One-click changes are shown immediately and reverted on failure. */
export function useOwnStatus(account: string) {
  const latchkey = useLatchkey()
  const quick = useQuickStatus(account, { showsWaiting: true })
  const expected = useExpectedStatus(account)
  const now = useClock()
  const query = useServiceQuery(account, 'ownStatus.get', {}, { cached: true })
  const recent = useServiceQuery(account, 'ownStatus.recent')
  const times = useServiceQuery(account, 'statusTimes.get')
  const changing = useMutation(
    {
      mutationFn: (change: Change) => (change === 'clear' ? quick.clear() : quick.set(change.set)),
      shallow: true,
    },
    queryClient,
  )

  onScopeDispose(
    useHost().on('statusTimes', (event) => {
      if (event.account === account) times.set(event.times)
    }),
  )

  /** Starts a change, unless the same one is already pending. */
  function start(change: Change) {
    const { isPending, variables, mutate } = changing
    if (isPending.value && JSON.stringify(variables.value) === JSON.stringify(change)) return
    mutate(change)
  }

  const shown = computed(() => visibleStatus(expected.value ?? query.data.value, now.value))
  /** When and how Latchkey clears the status on screen, if it does. */
  const ending = computed(() => {
    const { ending: next } = times.data.value ?? {}
    const isShown = next?.status.clear_status_at === shown.value?.clear_status_at
    return isShown && next?.status.message === shown.value?.message ? next : undefined
  })

  const isPending = computed(() => expected.value !== undefined)
  const isPendingLong = refDebounced(isPending, savingMs)

  async function cancelWaiting() {
    times.set(await latchkey(account).statusTimes.cancelWaiting())
  }

  return {
    query,
    recent,
    times,
    ending,
    /** A status that is waiting for the instance, or that couldn’t be set after waiting. */
    waiting: computed(() => times.data.value?.waiting),
    cancelWaiting,
    now,
    /** GitLab’s current status; undefined if there is none. */
    current: computed(() => visibleStatus(query.data.value, now.value)),
    /** The status to show, even if GitLab hasn’t responded yet. */
    shown,
    /** Whether saving has taken long enough to show “Saving…”. */
    isSaving: computed(() => isPending.value && isPendingLong.value),
    /** Why the last change failed. */
    failure: computed(() => (changing.error.value ? failureOf(changing.error.value) : undefined)),
    retry: () => changing.variables.value && start(changing.variables.value),
    set: (status: TimedStatus) => start({ set: status }),
    clear: () => start('clear'),
  }
}

export type UseOwnStatusReturn = ReturnType<typeof useOwnStatus>
