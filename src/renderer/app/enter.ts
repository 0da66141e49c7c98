// The entry point is minimal, so that the host admits the page while everything else is still loading.
import './before-router.ts'
import type { AccountsSnapshot } from '../../shared/operations/accounts.ts'
import { enterByAddress } from '../bridge/host/host-key.ts'
import { createTabSession } from '../bridge/host/tab-session.ts'

// The desktop app uses its bridge instead.
const tab = window.latchkey ? undefined : createTabSession(window)
const entering = tab ? enterByAddress(window, tab) : Promise.resolve()
void import('./main.ts').then(({ start }) => start(tab, entering))
void entering.then(loadFirstScreen)

/** Preloads the screen most likely to be shown first. */
function loadFirstScreen(): void {
  const answer = tab?.first().find(({ name }) => name === 'accounts.list')?.answer
  if (!answer?.ok) return
  const { accounts } = answer.value as AccountsSnapshot
  const screen =
    accounts.length > 0
      ? import('../features/home/HomeScreen.vue')
      : import('../features/sign-in/SignInScreen.vue')
  // The router retries and reports any failure.
  screen.catch(() => undefined)
}
