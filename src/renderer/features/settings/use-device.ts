import { useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useAvatarsStore } from '../../data/stores/avatars.ts'
import { useAction } from '../../data/use-action.ts'
import { queryClient } from '../../data/query-client.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** What Latchkey keeps on this machine, and what makes it forget. */
export function useDevice() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const { say } = useToast()
  const paths = useServiceQuery('', 'device.paths')
  const forgetting = useAction()
  const clearing = useAction()

  /** Answers whether nothing is left. A keychain that keeps a token keeps its account here too, unless it is left. */
  function forget(leaveTokens = false): Promise<boolean> {
    return forgetting.run(async () => {
      accounts.take(await latchkey().device.forgetAll({ leaveTokens }))
      avatars.reset()
      say('Latchkey has forgotten this device. Your tokens stay valid until they are revoked.')
    })
  }

  function resetCaches(): Promise<boolean> {
    return clearing.run(async () => {
      await latchkey().device.resetCaches()
      queryClient.removeQueries({ type: 'inactive' })
      avatars.reset()
      say('The caches are empty. What was in them is read again when it is needed.')
    })
  }

  return { paths, forgetting, clearing, forget, resetCaches }
}

export type Device = ReturnType<typeof useDevice>
