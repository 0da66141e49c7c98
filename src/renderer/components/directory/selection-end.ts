import { onScopeDispose, watch } from 'vue'
import { useRoute } from 'vue-router'
import { routeAccount } from '../../stores/account-routes.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The screens that keep “all matching”: the list, screens that act on it, and users viewed along the way. */
const selectionScreens: readonly unknown[] = ['directory', 'admin-user', 'bulk', 'run', 'review']

/** Clears “all matching” with a notice, because users shouldn’t act on a selection they can no longer see. */
export function useEndAllMatching(account: string) {
  const selection = useSelectionStore().of(account)
  const { showToast } = useToast(undefined, 'selection')

  return (why: 'filter' | 'screen') => {
    if (!selection.matching()) return
    const count = selection.matchedCount()
    selection.clear()
    showToast(t('directory.selectionEnded', { count, why }))
  }
}

/** Clears an account’s “all matching” when the user opens a screen that doesn’t show it. */
export function endSelectionWithScreen(account: string) {
  const route = useRoute()
  const end = useEndAllMatching(account)
  const isShown = () => selectionScreens.includes(route.name) && routeAccount(route) === account
  watch(isShown, (isNow) => isNow || end('screen'))
  onScopeDispose(() => isShown() || end('screen'))
}
