import type { SafeMode } from './safe-mode.ts'

type Fetch = typeof globalThis.fetch

/** Fetch that notifies safe mode of each answer before it is processed. */
export function watchedFetch(fetch: Fetch, safeMode: () => Pick<SafeMode, 'onResponse'>): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    safeMode().onResponse()
    return response
  }
}
