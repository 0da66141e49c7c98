import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { useSwitchAccount } from '../data/account-routes.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { isForPage } from '../ui/use-list-keys.ts'
import { pressedKey, pressedShortcut, shortcuts } from './shortcuts.ts'

/** Milliseconds in which the second key of a sequence has to follow. */
const sequenceTime = 1500

/** Handles the shortcuts that work on every screen. Those without Ctrl or Command only work where nothing is typed. */
export function useAppShortcuts(actions: { togglePalette(): void; showShortcuts(): void }): void {
  const router = useRouter()
  const accounts = useAccountsStore()
  const switchAccount = useSwitchAccount()
  let sequenceEnd = 0

  useEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const isSecond = event.timeStamp < sequenceEnd
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) sequenceEnd = 0
    if (runCommand(event) || (isForPage(event) && runPlain(event, isSecond))) event.preventDefault()
  })

  /** Runs a shortcut with Ctrl or Command; returns whether there is one. */
  function runCommand(event: KeyboardEvent): boolean {
    const [, digit] = /^Mod\+([1-9])$/.exec(pressedKey(event) ?? '') ?? []
    const account = accounts.accounts[Number(digit) - 1]
    const id = pressedShortcut(event)
    if (digit) {
      if (account) void switchAccount(account.id)
    } else if (id === 'palette') actions.togglePalette()
    else if (id === 'settings') void router.push({ name: 'settings' })
    else return false
    return true
  }

  function runPlain(event: KeyboardEvent, isSecond: boolean): boolean {
    const key = pressedKey(event)
    if (isSecond) return key !== undefined && open(key)
    if (key === 'g') sequenceEnd = event.timeStamp + sequenceTime
    else if (pressedShortcut(event) === 'shortcuts') actions.showShortcuts()
    else return false
    return true
  }

  /** Opens the screen of the second key of a sequence; returns whether there is one. */
  function open(key: string): boolean {
    const { active } = accounts
    const found = shortcuts.find(({ keys, join }) => join === 'then' && keys[1] === key)
    if (!found?.screen || !active || (found.admin && !active.isAdmin)) return false
    void router.push({ name: found.screen, params: { account: active.id } })
    return true
  }
}
