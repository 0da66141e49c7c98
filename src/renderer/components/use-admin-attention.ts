import { computed, watch } from 'vue'
import { useAccountsStore } from '../stores/accounts.ts'
import { useDirectoryStore } from '../stores/directory.ts'
import { reloadOnQueueChange } from '../stores/queue.ts'
import { useAccountQuery } from '../bridge/use-service-query.ts'

/** Pending work for an administrator; undefined for others. Reloads when the queue or the directory changes. */
export function useAdminAttention(account: string) {
  const accounts = useAccountsStore()
  const directory = useDirectoryStore()
  const isAdmin = computed(() => accounts.byId(account)?.isAdmin === true)
  const waiting = useAccountQuery(
    account,
    () => ['attention.administration', isAdmin.value],
    async (latchkey) => (isAdmin.value ? latchkey(account).attention.administration() : undefined),
  )
  watch(() => directory.stateOf(account), waiting.reload)
  reloadOnQueueChange(account, waiting.reload)

  return { isAdmin, waiting }
}
