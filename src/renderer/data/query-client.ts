import { QueryClient, notifyManager } from '@tanstack/vue-query'

/** Milliseconds that an answer stays in memory after the last screen that shows it was left. */
export const keptFor = 5 * 60_000

// A caller that awaited an answer finds it on the screen's side at once; Vue draws in batches by itself.
notifyManager.setScheduler((flush) => flush())

/**
 * What screens have read, for as long as this page lives. Every key begins with the account (`''` for none).
 *
 * Core decides what is retried, cached on disk or read while offline, so nothing of that happens here.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnMount: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      // The age of an answer is known by its identity.
      structuralSharing: false,
      gcTime: 0,
    },
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

/** Forgets everything that was read for an account. */
export function forgetAccountQueries(account: string): void {
  queryClient.removeQueries({ queryKey: [account] })
}
