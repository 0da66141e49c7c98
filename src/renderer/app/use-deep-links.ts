import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { Visit, VisitedScreen } from '../../shared/app/desktop.ts'
import { useHost, useLatchkey } from '../data/latchkey.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { fileOf, useOpenedFilesStore } from '../data/stores/opened-files.ts'
import { useSwitchAccount } from '../data/use-switch-account.ts'

/** Screens that are about no account, and those that are about one person. */
const aboutNone: ReadonlySet<VisitedScreen> = new Set(['accounts', 'settings'])
const aboutPerson: ReadonlySet<VisitedScreen> = new Set(['person', 'admin-person'])

/**
 * Goes where something outside the page asks it to go: a link, a menu, a notice, an opened file. It shows a screen and does
 * nothing else. Returns the same for what the page itself was asked.
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
    // An account that was signed out meanwhile leads nowhere.
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
    // What cannot be taken now is told again with the next connection.
    const { visit } = await latchkey()
      .desktop.takeVisit()
      .catch(() => ({ visit: undefined }))
    if (visit) await go(visit)
  }

  onScopeDispose(useHost().on('visit', () => void take()))
  void take()
  return go
}
