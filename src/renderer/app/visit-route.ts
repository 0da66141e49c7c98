import type { RouteLocationRaw } from 'vue-router'
import type { Visit } from '../../shared/operations/desktop.ts'
import { isAccountScreen, screens } from './modules.ts'

const userId = '/:id(\\d+)'

/** The route for a visit in its account, or else the active one; undefined without a screen or account. */
export function visitRoute(
  { screen: name, path: link, account: named, kind }: Visit,
  active: string | undefined,
): RouteLocationRaw | undefined {
  const id = /\/(\d+)$/.exec(link ?? '')?.[1]
  const path = id === undefined ? link : link?.replace(`/${id}`, userId)
  const screen = screens.find((one) =>
    path === undefined ? one.name === name : screenPath(one.path) === path,
  )
  if (!screen) return undefined
  // guard: link-screens
  if (link !== undefined && !screen.linkable) return undefined
  if (!isAccountScreen(screen.path)) return { name: screen.name }
  const account = named ?? active
  if (account === undefined) return undefined
  return {
    name: screen.name,
    params: id === undefined ? { account } : { account, id },
    query: { kind },
  }
}

/** A screen's path below its account. */
function screenPath(path: string): string {
  return path.replace(/^(\/of\/:account)?\//, '')
}
