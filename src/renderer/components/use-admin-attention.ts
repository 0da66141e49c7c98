import { computed, onScopeDispose, watch } from 'vue'
import { useHost } from '../bridge/latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useDirectoryStore } from '../stores/directory.ts'
import { reloadOnQueueChange } from '../stores/queue.ts'
import { useAccountQuery } from '../bridge/use-service-query.ts'

/** An administrator’s pending work; undefined for others. Reloads when the queue, the directory, or a rule changes. */
export function useAdminAttention(account: string) {
  const accounts = useAccountsStore()
  const directory = useDirectoryStore()
  const isAdmin = computed(() => accounts.byId(account)?.isAdmin === true)
  const waiting = useAccountQuery(
    account,
    () => ['attention.administration', isAdmin.value],
    async (latchkey) => (isAdmin.value ? latchkey(account).attention.administration() : undefined),
    { cached: true },
  )
  watch(() => directory.stateOf(account), waiting.reload)
  reloadOnQueueChange(account, waiting.reload)
  const unsubscribe = useHost().on('rules', (event) => {
    if (event.account === account) void waiting.reload()
  })
  onScopeDispose(unsubscribe)

  return { isAdmin, waiting }
}
