import type { RouteLocationNormalized } from 'vue-router'

/** The account that a screen is about; nothing for screens about none. */
export function accountOf(route: Pick<RouteLocationNormalized, 'params'>): string | undefined {
  const { account } = route.params as { account?: string }
  return account
}
