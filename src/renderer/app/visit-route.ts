import type { RouteLocationRaw } from 'vue-router'
import type { Visit } from '../../shared/operations/desktop.ts'
import { isAccountScreen, screens } from './modules.ts'

/** The route for a visit in its account, or else the active one; undefined without a route or account. */
export function visitRoute(
  { screen, account: named, id, kind }: Visit,
  active: string | undefined,
): RouteLocationRaw | undefined {
  const path = screens.find(({ name }) => name === screen)?.path
  if (path === undefined) return undefined
  if (!isAccountScreen(path)) return { name: screen! }
  const account = named ?? active
  const isAboutUser = path.includes('/:id')
  if (account === undefined || (isAboutUser && id === undefined)) return undefined
  return {
    name: screen!,
    params: isAboutUser ? { account, id } : { account },
    query: { kind },
  }
}
