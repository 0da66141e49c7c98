import {
  type RouteLocationNormalized,
  type RouteRecordRaw,
  type Router,
  createRouter,
  createWebHashHistory,
} from 'vue-router'
import type { MessageId } from '../../shared/messages/message.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { routeAccount } from '../stores/account-routes.ts'
import { useLayoutStore } from '../stores/layout.ts'
import { useSettingsStore } from '../stores/settings.ts'
import type { Screen } from '../features/module.ts'
import { loadMessages } from '../ui/messages.ts'
import { screens } from './modules.ts'
import { panelsOf } from './panels.ts'

type ScreenMeta = Pick<Screen, 'section' | 'elsewhere' | 'wide' | 'takesFiles' | 'admin' | 'queue'>

declare module 'vue-router' {
  interface RouteMeta extends ScreenMeta {
    /** The screen’s name in the window title. */
    title?: MessageId
  }
}

// Having the account in the URL keeps Back, reload and multiple windows consistent.
export const routes: readonly RouteRecordRaw[] = [
  // Never shown: the guard below redirects once the accounts are loaded.
  { path: '/', name: 'start', component: { render: () => null } },
  ...screens.map(({ name, path, component, ...meta }): RouteRecordRaw => ({
    name,
    path,
    component,
    props: ({ params: { id, ...params } }) => ({
      ...params,
      ...(id && { id: Number(id) }),
      ...(panelsOf[name] && { panels: panelsOf[name]() }),
    }),
    meta,
  })),
  {
    path: '/:missing(.*)*',
    name: 'not-found',
    component: () => import('./NotFoundScreen.vue'),
    meta: { title: 'app.notFoundScreen' },
  },
]

/** The active account’s start screen, according to the settings. */
function start() {
  const { active } = useAccountsStore()
  if (!active) return { name: 'sign-in' }
  const { startScreen, lastScreen } = useSettingsStore().settings
  const screenName = startScreen === 'last' ? lastScreen : startScreen
  const screen = screens.find(({ name }) => name === screenName)
  const canStart =
    screen?.linkable && !screen.path.includes(':id') && (!screen.admin || active.isAdmin)
  return { name: canStart ? screenName : 'home', params: { account: active.id } }
}

/** Creates the router, which opens the first screen once `ready` resolves and the accounts are loaded. */
export function createLatchkeyRouter(ready: Promise<void>): Router {
  const accounts = useAccountsStore()
  const layouts = useLayoutStore()
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    await ready
    if (to.name === 'start') return start()
    if (to.name !== 'sign-in') await loadMessages()
    const account = routeAccount(to)
    if (account === undefined) return true
    if (!accounts.byId(account)) return { name: 'start' }
    await layouts.load(account)
    return true
  })
  router.afterEach((to, _from, failure) => {
    // The user may have gone elsewhere before it was complete.
    if (failure) return
    const account = routeAccount(to)
    if (account) accounts.activate(account)
    rememberLastScreen(to)
  })
  return router
}

/** Saves the screen for the next start if that’s enabled in the settings. Skips screens about a single user. */
function rememberLastScreen({ name, params }: RouteLocationNormalized): void {
  const store = useSettingsStore()
  const { startScreen, lastScreen } = store.settings
  const isAccountScreen = Object.keys(params).join() === 'account'
  const screen = screens.find((one) => one.linkable && one.name === name)?.name
  if (startScreen !== 'last' || !isAccountScreen || !screen || screen === lastScreen) return
  // Losing the last screen is harmless.
  store.set({ lastScreen: screen }).catch(() => undefined)
}
