import { useRouter } from 'vue-router'
import { everyone } from '../../stores/directory.ts'
import { useSelectionStore } from '../../stores/selection.ts'

/** Opens the user list with these users selected, because actions are available there. */
export function useSelectInUsers(account: string) {
  const router = useRouter()
  const selected = useSelectionStore().of(account)
  return async (ids: readonly number[]): Promise<void> => {
    selected.clear()
    selected.range(ids)
    // Without a query, the list would open its last view, which may lack these users.
    const query = { order_by: everyone.order_by }
    await router.push({ name: 'directory', params: { account }, query })
  }
}
