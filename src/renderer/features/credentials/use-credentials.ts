import { useThrottleFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'

/** The shortest time (ms) between two reloads of the list while credentials are being loaded. */
const reloadMs = 1_000

/** The state of an account’s copy of all credentials, and what loads it. `reload` is called when its rows have changed. */
export function useCredentials(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const state = shallowRef<CredentialsState>()
  const { data, loading, failure } = useServiceQuery(account, 'credentials.state')
  watch(data, (loaded) => loaded && (state.value ??= loaded), { immediate: true })
  const reloadSometimes = useThrottleFn(() => void reload(), reloadMs, true)
  onScopeDispose(
    useHost().on('credentials', (event) => {
      if (event.account !== account) return
      state.value = event.state
      void reloadSometimes()
    }),
  )
  const acting = useAsyncAction()
  const apply = (change: () => Promise<CredentialsState>) =>
    acting.run(async () => {
      state.value = await change()
      await reload()
    }, change)

  return {
    state,
    loading,
    failure,
    acting,
    sync: () => apply(() => latchkey(account).credentials.sync()),
    pause: () => apply(() => latchkey(account).credentials.pause()),
  }
}
