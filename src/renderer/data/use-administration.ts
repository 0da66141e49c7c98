import { computed, watch } from 'vue'
import { useLatchkey } from './latchkey.ts'
import { useAccountsStore } from './stores/accounts.ts'
import { useDirectoryStore } from './stores/directory.ts'
import { useQueueEvents } from './moderation/use-queue-events.ts'
import { useResource } from './use-resource.ts'

/** What waits for an administrator; nothing for others. Kept fresh while the queue or the directory changes. */
export function useAdministration(account: string) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const directory = useDirectoryStore()
  const isAdmin = computed(() => accounts.byId(account)?.isAdmin === true)
  const waiting = useResource(account, async () =>
    isAdmin.value ? latchkey(account).attention.administration() : undefined,
  )
  watch([isAdmin, () => directory.stateOf(account)], () => void waiting.reload())
  useQueueEvents(account, waiting.reload)

  return { isAdmin, waiting }
}
