import { useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useAvatarsStore } from '../../data/stores/avatars.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { queryClient } from '../../data/query-client.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Shows and deletes what Latchkey stores on this computer. */
export function useDevice() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const { say } = useToast()
  const paths = useServiceQuery('', 'device.paths')
  const forgetting = useAsyncAction()
  const clearing = useAsyncAction()

  /** Returns whether all is deleted. If the keychain doesn't give up a token, its account stays too, unless `leaveTokens` is set. */
  function forget(leaveTokens = false): Promise<boolean> {
    return forgetting.run(async () => {
      accounts.take(await latchkey().device.forgetAll({ leaveTokens }))
      avatars.reset()
      say(t('settings.forgotten'))
    })
  }

  function resetCaches(): Promise<boolean> {
    return clearing.run(async () => {
      await latchkey().device.resetCaches()
      queryClient.removeQueries({ type: 'inactive' })
      avatars.reset()
      say(t('settings.cacheCleared'))
    })
  }

  return { paths, forgetting, clearing, forget, resetCaches }
}

export type Device = ReturnType<typeof useDevice>
