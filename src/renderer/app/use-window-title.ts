import { computed, watchEffect } from 'vue'
import { useRoute } from 'vue-router'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { useQueueStore } from '../data/stores/queue.ts'
import { t } from '../ui/messages.ts'

/** The title of the window: the number of open actions of all accounts, the screen, and the name of the app. */
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
    const screen = route.meta.title
    const title = screen ? t('app.windowTitle', { screen: t(screen) }) : t('app.name')
    const count = open.value
    document.title = count > 0 ? t('app.windowTitleCount', { count, title }) : title
  })
}
