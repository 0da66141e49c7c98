import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { Visit, VisitedScreen } from '../../shared/app/desktop.ts'
import { useHost, useLatchkey } from '../data/latchkey.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { openedFile, useOpenedFilesStore } from '../data/stores/opened-files.ts'
import { useSwitchAccount } from '../data/account-routes.ts'

/** Screens without an account, and those about one user. */
const screensWithoutAccount: ReadonlySet<VisitedScreen> = new Set(['accounts', 'settings'])
const userScreens: ReadonlySet<VisitedScreen> = new Set(['person', 'admin-person'])

/**
 * Opens the screens that links, menus, notifications and opened files ask for, and does nothing else. Returns the function
 * that opens one, for requests of the page itself.
 */
export function useDeepLinks(dialogs: {
  openPalette: () => void
  showShortcuts: () => void
}): (visit: Visit) => Promise<void> {
  const latchkey = useLatchkey()
  const router = useRouter()
  const accounts = useAccountsStore()
  const opened = useOpenedFilesStore()
  const switchAccount = useSwitchAccount()

  async function openScreen(visit: Visit) {
    const { screen, account: named, id, kind, files = [] } = visit
    for (const file of files) opened.put(file.kind, [openedFile(file)])
    if (visit.palette) dialogs.openPalette()
    if (visit.shortcuts) dialogs.showShortcuts()
    // The account may have been signed out meanwhile.
    if (named !== undefined && !accounts.byId(named)) return
    if (screen === undefined) {
      if (named !== undefined) await switchAccount(named)
    } else if (screensWithoutAccount.has(screen)) {
      await router.push({ name: screen })
    } else {
      const account = named ?? accounts.active?.id
      const isAboutUser = userScreens.has(screen)
      if (account === undefined || (isAboutUser && id === undefined)) return
      await router.push({
        name: screen,
        params: isAboutUser ? { account, id } : { account },
        query: { kind },
      })
    }
  }

  async function openRequested() {
    // After a failure the next connection triggers this again.
    const { visit } = await latchkey()
      .desktop.takeVisit()
      .catch(() => ({ visit: undefined }))
    if (visit) await openScreen(visit)
  }

  onScopeDispose(useHost().on('visit', () => void openRequested()))
  void openRequested()
  return openScreen
}
