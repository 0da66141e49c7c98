import { useEventListener } from '@vueuse/core'
import { type Ref, nextTick, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { useSwitchAccount } from '../stores/account-routes.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { isForPage, isOnPage } from '../ui/keyboard.ts'
import { focusContent, focusGrid } from './restore-place.ts'
import { pressedKey, pressedShortcut, shortcuts } from './shortcuts.ts'

/** How long (ms) to wait for a sequence’s second key. */
const sequenceTime = 1500

/** Handles the global shortcuts. Text fields ignore those without Ctrl or Command. */
export function useAppShortcuts(
  main: Readonly<Ref<HTMLElement | null>>,
  actions: {
    togglePalette(): void
    toggleSidebar(): void
    showShortcuts(): void
    setStatus(): unknown
  },
): void {
  const router = useRouter()
  const accounts = useAccountsStore()
  const switchAccount = useSwitchAccount()
  let sequenceEnd = 0
  let stopFocusing = () => {}
  onScopeDispose(() => stopFocusing())

  useEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const isSecond = event.timeStamp < sequenceEnd
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) sequenceEnd = 0
    if (runCommand(event) || (isForPage(event) && runPlain(event, isSecond))) event.preventDefault()
  })

  /** Runs a Ctrl or Command shortcut; returns whether there was one. */
  function runCommand(event: KeyboardEvent): boolean {
    const [, digit] = /^Mod\+([1-9])$/.exec(pressedKey(event) ?? '') ?? []
    const account = accounts.accounts[Number(digit) - 1]
    const id = pressedShortcut(event)
    if (digit) {
      if (account) void switchAccount(account.id)
    } else if (id === 'palette') actions.togglePalette()
    else if (id === 'sidebar') actions.toggleSidebar()
    else if (id === 'settings') void router.push({ name: 'settings' })
    else if (id === 'undo') return isOnPage(event.target) && pressNewestUndo()
    else return false
    return true
  }

  function runPlain(event: KeyboardEvent, isSecond: boolean): boolean {
    const key = pressedKey(event)
    if (isSecond) return key !== undefined && open(key)
    const id = pressedShortcut(event)
    if (key === 'g') sequenceEnd = event.timeStamp + sequenceTime
    else if (id === 'shortcuts') actions.showShortcuts()
    else if (id === 'quick-status' && accounts.active && accounts.active.canWrite !== false) {
      void actions.setStatus()
    } else return false
    return true
  }

  /** Opens the screen for a sequence’s second key; returns whether there is one. */
  function open(key: string): boolean {
    const { active } = accounts
    const shortcut = shortcuts.find(({ keys, join }) => join === 'then' && keys[1] === key)
    if (!shortcut?.screen || !active || (shortcut.admin && !active.isAdmin)) return false
    void openAndFocus(shortcut.screen, active.id)
    return true
  }

  /** Opens a screen and focuses its list, or else its heading, even if it’s already open. */
  async function openAndFocus(name: string, account: string) {
    stopFocusing()
    await router.push({ name, params: { account } })
    await nextTick()
    // The user may have canceled the navigation because of unsaved input.
    const isOpen = router.currentRoute.value.name === name
    if (isOpen && main.value) stopFocusing = focusContent(main.value)
  }
}

/** Presses the newest Undo in view; returns whether there is one. */
function pressNewestUndo(): boolean {
  const undo = [...document.querySelectorAll<HTMLElement>('[data-undo]')].at(-1)
  undo?.click()
  return undo !== undefined
}

/** `j` and `k` focus the list in a container, which handles them itself from then on. */
export function useRowShortcuts(container: Readonly<Ref<HTMLElement | null>>): void {
  useEventListener('keydown', (event) => {
    if (event.defaultPrevented || !isForPage(event) || !['j', 'k'].includes(event.key)) return
    const grid = container.value?.querySelector<HTMLElement>('[role=grid]')
    // A list may use them for something else.
    if (grid?.ariaKeyShortcuts?.split(' ').includes(event.key)) return
    if (grid && focusGrid(grid)) event.preventDefault()
  })
}
