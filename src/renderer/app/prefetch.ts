import type { RouteRecordNormalized } from 'vue-router'

/**
 * Loads every screen’s code, one at a time while the page is idle, so that screens open immediately. Sends nothing to
 * GitLab.
 */
export async function prefetchScreens(
  routes: readonly RouteRecordNormalized[],
  isAdmin: boolean,
): Promise<void> {
  for (const { components, meta } of routes) {
    const load: unknown = components?.['default']
    if (typeof load !== 'function' || (meta.admin && !isAdmin)) continue
    await nextIdleTime()
    // Opening the screen retries and reports any failure.
    await Promise.resolve(load()).catch(() => undefined)
  }
}

export function nextIdleTime(): Promise<unknown> {
  // Some Safari versions don’t support `requestIdleCallback`.
  const isKnown = typeof requestIdleCallback === 'function'
  return new Promise((resolve) => (isKnown ? requestIdleCallback(resolve) : setTimeout(resolve)))
}
