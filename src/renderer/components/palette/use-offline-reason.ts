import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { t } from '../../ui/messages.ts'

/** Explains why features that need GitLab are unavailable while an account’s instance is unreachable. */
export function useOfflineReason(account: string): () => string | undefined {
  const connectivity = useConnectivityStore()
  return () => (connectivity.isAway(account) ? t('palette.offline') : undefined)
}
