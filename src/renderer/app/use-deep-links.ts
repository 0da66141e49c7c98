import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { Visit, VisitedScreen } from '../../shared/app/desktop.ts'
import { useHost, useLatchkey } from '../data/latchkey.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { fileOf, useOpenedFilesStore } from '../data/stores/opened-files.ts'
import { useSwitchAccount } from '../data/use-switch-account.ts'

/** Screens without an account, and those about one user. */
const aboutNone: ReadonlySet<VisitedScreen> = new Set(['accounts', 'settings'])
const aboutPerson: ReadonlySet<VisitedScreen> = new Set(['person', 'admin-person'])

/**
 * Opens the screens that links, menus, notifications and opened files ask for. It shows a screen and does nothing else.
 * Returns the function that does this, for requests of the page itself.
 */
export function useDeepLinks(openPalette: () => void): (visit: Visit) => Promise<void> {
  const latchkey = useLatchkey()
  const router = useRouter()
  const accounts = useAccountsStore()
  const opened = useOpenedFilesStore()
  const switchAccount = useSwitchAccount()

  async function go({ screen, account: named, id, files = [], palette }: Visit) {
    for (const file of files) opened.put(file.kind, [fileOf(file)])
    if (palette) openPalette()
    // The account may have been signed out meanwhile.
    if (named !== undefined && !accounts.byId(named)) return
    if (screen === undefined) {
      if (named !== undefined) await switchAccount(named)
    } else if (aboutNone.has(screen)) {
      await router.push({ name: screen })
    } else {
      const account = named ?? accounts.active?.id
      if (account === undefined || (aboutPerson.has(screen) && id === undefined)) return
      const params = aboutPerson.has(screen) ? { account, id } : { account }
      await router.push({ name: screen, params })
    }
  }

  async function take() {
    // After a failure the next connection triggers this again.
    const { visit } = await latchkey()
      .desktop.takeVisit()
      .catch(() => ({ visit: undefined }))
    if (visit) await go(visit)
  }

  onScopeDispose(useHost().on('visit', () => void take()))
  void take()
  return go
}
