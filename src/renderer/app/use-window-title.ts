import { computed, watchEffect } from 'vue'
import { useRoute } from 'vue-router'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { useQueueStore } from '../data/stores/queue.ts'

/** What the window says: the screen, the name of the app, and before them how many actions of all accounts are open. */
export function useWindowTitle(): void {
  const route = useRoute()
  const accounts = useAccountsStore()
  const queue = useQueueStore()
  const open = computed(() =>
    accounts.accounts
      .filter(({ isAdmin }) => isAdmin)
      .reduce((all, { id }) => all + queue.open(id), 0),
  )
  watchEffect(() => {
    const { title } = route.meta
    const count = open.value > 0 ? `(${open.value.toLocaleString('en')}) ` : ''
    document.title = `${count}${title ? `${title} – Latchkey` : 'Latchkey'}`
  })
}
