import { shallowRef } from 'vue'
import { homeReads } from '../../shared/operations/host.ts'
import { useHost } from '../bridge/latchkey.ts'
import { recallAnswer } from '../bridge/use-service-query.ts'
import { onStatusEvent } from '../components/status/status-writes.ts'
import { useAsyncAction } from '../bridge/use-async-action.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useConnectivityStore } from '../bridge/connectivity.ts'
import { useHostFactsStore } from '../stores/host-facts.ts'
import { useLayoutStore } from '../stores/layout.ts'
import { useLockStore } from '../stores/lock.ts'
import { usePolicyStore } from '../stores/policy.ts'
import { useSettingsStore } from '../stores/settings.ts'
import { useUpdatesStore } from '../stores/updates.ts'

/**
 * Loads the data that all screens share, unless Latchkey is locked. The router waits for `ready`, which resolves once
 * that succeeds.
 */
export function createBoot() {
  const { run, failure, busy } = useAsyncAction()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const isReady = shallowRef(false)
  const host = useHost()
  const accounts = useAccountsStore()
  const layouts = useLayoutStore()
  host.on('status', onStatusEvent)

  function start() {
    return run(async () => {
      const locking = useLockStore().load()
      const settings = useSettingsStore().load()
      const policy = usePolicyStore().load()
      const loading = Promise.all([
        locking,
        policy,
        accounts.load(settings.then(({ lastAccount }) => lastAccount)),
        useConnectivityStore().load(),
        useHostFactsStore().load(),
        useUpdatesStore().load(),
      ])
      // Core rejects these calls while Latchkey is locked.
      loading.catch(() => undefined)
      if ((await locking).locked) return
      await loading
      const { active } = accounts
      if (active) {
        const reads = homeReads.map((name) => recallAnswer(host, active.id, name))
        await Promise.all([layouts.load(active.id), ...reads])
      }
      isReady.value = true
      resolve()
    })
  }

  return { start, failure, busy, ready, isReady }
}

export type Boot = ReturnType<typeof createBoot>
