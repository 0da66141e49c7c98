import type { RouteRecordNormalized } from 'vue-router'

/**
 * Loads the code of all screens one after the other, whenever the page is idle, so that each opens at once. Nothing is requested from
 * the service.
 */
export async function prefetchScreens(
  routes: readonly RouteRecordNormalized[],
  isAdmin: boolean,
): Promise<void> {
  for (const { components, meta } of routes) {
    const load: unknown = components?.['default']
    if (typeof load !== 'function' || (meta.admin && !isAdmin)) continue
    await nextIdleTime()
    // Opening the screen tries again, and says why it fails.
    await Promise.resolve(load()).catch(() => undefined)
  }
}

export function nextIdleTime(): Promise<unknown> {
  // Not every Safari has it.
  const isKnown = typeof requestIdleCallback === 'function'
  return new Promise((resolve) => (isKnown ? requestIdleCallback(resolve) : setTimeout(resolve)))
}
