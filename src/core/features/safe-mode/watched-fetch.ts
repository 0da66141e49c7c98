import type { SafeMode } from './safe-mode.ts'

type Fetch = typeof globalThis.fetch

/** Fetch that tells safe mode of each answer before anyone sees it. */
export function watchedFetch(fetch: Fetch, safeMode: () => Pick<SafeMode, 'answered'>): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    safeMode().answered()
    return response
  }
}
