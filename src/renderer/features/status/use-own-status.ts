import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { TimedStatus } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useHost } from '../../data/latchkey.ts'
import { useOwnStatusStore } from '../../data/stores/own-status.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { visibleStatus } from '../../data/status/draft.ts'
import { useQuickStatus } from '../../data/status/use-quick-status.ts'

/** An account’s own status. What one click sets is shown at once, and taken back if it fails. */
export function useOwnStatus(account: string) {
  const store = useOwnStatusStore()
  const quick = useQuickStatus()
  const now = useClock()
  const changing = useAsyncAction()
  const query = useServiceQuery(account, 'ownStatus.get', {}, { cached: true })
  const recent = useServiceQuery(account, 'ownStatus.recent')
  const times = useServiceQuery(account, 'statusTimes.get')
  /** The last status that is known, be it from a read or from a write. */
  const latest = shallowRef(query.data.value)
  const current = computed(() => visibleStatus(latest.value, now.value))

  // In step with the pending status, so that the one from before never flashes up between.
  watch(query.data, (status) => (latest.value = status), { flush: 'sync' })
  watch(
    () => store.of(account),
    (status) => {
      if (!status) return
      take(status)
      void recent.reload()
    },
    { flush: 'sync' },
  )

  onScopeDispose(
    useHost().on('statusTimes', (event) => {
      if (event.account === account) times.set(event.times)
    }),
  )

  function take(status: UserStatus) {
    latest.value = status
    query.set(status)
  }

  let again = () => Promise.resolve(false)

  /** The same change, clicked twice, happens once. */
  function change(about: string, work: () => Promise<UserStatus>): Promise<boolean> {
    again = () => change(about, work)
    return changing.run(async () => take(await work()), about)
  }

  const shown = computed(() => visibleStatus(store.pendingOf(account) ?? latest.value, now.value))
  /** When Latchkey clears the shown status, in milliseconds since 1970. */
  const endsAt = computed(() => {
    const { status, at } = times.data.value?.ending ?? {}
    const isShown = status?.clear_status_at === shown.value?.clear_status_at
    return isShown && status?.message === shown.value?.message ? at : undefined
  })

  return {
    query,
    recent,
    times,
    endsAt,
    now,
    latest,
    /** The status that the service has; undefined if there is none. */
    current,
    /** The status to show, before the service has answered, too. */
    shown,
    take,
    /** Why the last change failed. */
    failure: changing.failure,
    retry: () => again(),
    set: (status: TimedStatus) =>
      change(JSON.stringify(status), () => quick.set(account, status, current.value ?? {})),
    clear: () => change('clear', () => quick.clear(account, current.value ?? {})),
  }
}

export type OwnStatus = ReturnType<typeof useOwnStatus>
