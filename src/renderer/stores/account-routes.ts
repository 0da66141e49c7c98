import { type RouteLocationNormalized, useRoute, useRouter } from 'vue-router'
import { useAccountsStore } from './accounts.ts'

/** The account a screen belongs to, if any. */
export function routeAccount(route: Pick<RouteLocationNormalized, 'params'>): string | undefined {
  const { account } = route.params as { account?: string }
  return account
}

/**
 * Switches to the same screen in another account, or its first screen if it lacks that one. A screen without an account
 * stays open.
 */
export function useSwitchAccount() {
  const route = useRoute()
  const router = useRouter()
  const accounts = useAccountsStore()

  return async (id: string) => {
    if (route.meta.admin && !accounts.byId(id)?.isAdmin) {
      await router.push({ name: 'home', params: { account: id } })
    } else if (routeAccount(route)) {
      await router.push({ name: route.meta.elsewhere ?? route.name!, params: { account: id } })
    } else if (route.name === 'sign-in') {
      accounts.activate(id)
      await router.push({ name: 'start' })
    } else accounts.activate(id)
  }
}
