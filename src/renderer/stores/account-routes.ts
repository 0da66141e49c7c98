import { type RouteLocationNormalized, useRoute, useRouter } from 'vue-router'
import { useAccountsStore } from './accounts.ts'

/** The account that a screen is about; undefined for screens about none. */
export function accountOfRoute(route: Pick<RouteLocationNormalized, 'params'>): string | undefined {
  const { account } = route.params as { account?: string }
  return account
}

/**
 * Goes to the same screen of another account, or to the first one where it has no such screen; a screen about no account
 * stays.
 */
export function useSwitchAccount() {
  const route = useRoute()
  const router = useRouter()
  const accounts = useAccountsStore()

  return async (id: string) => {
    if (route.meta.admin && !accounts.byId(id)?.isAdmin) {
      await router.push({ name: 'home', params: { account: id } })
    } else if (accountOfRoute(route)) {
      await router.push({ name: route.meta.elsewhere ?? route.name!, params: { account: id } })
    } else if (route.name === 'sign-in') {
      accounts.activate(id)
      await router.push({ name: 'start' })
    } else accounts.activate(id)
  }
}
