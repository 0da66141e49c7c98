import type { RouteLocationRaw } from 'vue-router'
import type { Visit } from '../../shared/app/desktop.ts'
import type { VisitedScreen } from '../../shared/rules/settings.ts'

/** Screens without an account, and those about one user. */
const screensWithoutAccount: ReadonlySet<VisitedScreen> = new Set(['accounts', 'settings'])
const userScreens: ReadonlySet<VisitedScreen> = new Set(['person', 'admin-person'])

/** The address of the screen that a visit is to, for the account it names or else the active one; undefined where either is missing. */
export function visitRoute(
  { screen, account: named, id, kind }: Visit,
  active: string | undefined,
): RouteLocationRaw | undefined {
  if (screen === undefined) return undefined
  if (screensWithoutAccount.has(screen)) return { name: screen }
  const account = named ?? active
  const isAboutUser = userScreens.has(screen)
  if (account === undefined || (isAboutUser && id === undefined)) return undefined
  return {
    name: screen,
    params: isAboutUser ? { account, id } : { account },
    query: { kind },
  }
}
