import { createRouter, createWebHashHistory } from 'vue-router'
import type { RouteLocationNormalized, RouteRecordRaw, Router } from 'vue-router'
import { useAccountsStore } from '../stores/accounts.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** What the window says after the name of the app. */
    title?: string
  }
}

// Which account a screen is about stands in the address, so that back, reload and several windows agree on it.
const routes: RouteRecordRaw[] = [
  // Never entered: the guard below sends it on, once the accounts are known.
  { path: '/', name: 'home', component: { render: () => null } },
  {
    path: '/sign-in',
    name: 'sign-in',
    component: () => import('../screens/sign-in/SignInScreen.vue'),
    meta: { title: 'Sign in' },
  },
  {
    path: '/of/:account/profile',
    name: 'profile',
    component: () => import('../screens/profile/ProfileScreen.vue'),
    props: true,
    meta: { title: 'Profile' },
  },
  {
    path: '/of/:account/status',
    name: 'status',
    component: () => import('../screens/status/StatusScreen.vue'),
    props: true,
    meta: { title: 'Status' },
  },
  {
    path: '/accounts',
    name: 'accounts',
    component: () => import('../screens/accounts/AccountsScreen.vue'),
    meta: { title: 'Accounts' },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('../screens/settings/SettingsScreen.vue'),
    meta: { title: 'Settings' },
  },
  {
    path: '/:missing(.*)*',
    name: 'not-found',
    component: () => import('../screens/NotFoundScreen.vue'),
    meta: { title: 'Not found' },
  },
]

function home() {
  const { active } = useAccountsStore()
  return active ? { name: 'profile', params: { account: active.id } } : { name: 'sign-in' }
}

/** Makes the router; no screen is entered before `ready`, because only then the accounts are known. */
export function createLatchkeyRouter(ready: Promise<void>): Router {
  const accounts = useAccountsStore()
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    await ready
    if (to.name === 'home') return home()
    const account = accountOf(to)
    return account === undefined || accounts.byId(account) ? true : { name: 'home' }
  })
  router.afterEach((to) => {
    const account = accountOf(to)
    if (account) accounts.activate(account)
    document.title = to.meta.title ? `${to.meta.title} – Latchkey` : 'Latchkey'
  })
  return router
}

/** The account that a screen is about; nothing for screens about none. */
export function accountOf(route: Pick<RouteLocationNormalized, 'params'>): string | undefined {
  const { account } = route.params as { account?: string }
  return account
}
