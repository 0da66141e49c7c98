import { computed, onScopeDispose, watch } from 'vue'
import { useAccountsStore } from '../stores/accounts.ts'
import { useQueueStore } from '../stores/queue.ts'

const unsentStates = ['held', 'ready', 'sending'] as const

/** Lets the browser ask before the page is left while actions of any account are not sent yet, and only then. */
export function useUnsentGuard(): void {
  const accounts = useAccountsStore()
  const queue = useQueueStore()
  const isUnsent = computed(() => {
    const counts = accounts.accounts
      .filter(({ isAdmin }) => isAdmin)
      .flatMap(({ id }) => unsentStates.map((state) => queue.count(id, state)))
    return counts.some((count) => count > 0)
  })
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  const off = () => window.removeEventListener('beforeunload', onUnload)
  watch(
    isUnsent,
    (unsent) => (unsent ? window.addEventListener('beforeunload', onUnload) : off()),
    { immediate: true },
  )
  onScopeDispose(off)
}
