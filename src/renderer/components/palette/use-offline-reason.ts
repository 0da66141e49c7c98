import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { t } from '../../ui/messages.ts'

/** Says why something that needs the service can’t be done while an account’s instance can’t be reached. */
export function useOfflineReason(account: string): () => string | undefined {
  const connectivity = useConnectivityStore()
  return () => (connectivity.isAway(account) ? t('palette.offline') : undefined)
}
