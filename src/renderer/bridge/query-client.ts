import { QueryClient, notifyManager } from '@tanstack/vue-query'

/** Milliseconds that an answer stays in memory after the last screen that shows it is left. */
export const memoryCacheMs = 5 * 60_000

// Results are published synchronously, so that whoever awaited one finds it; Vue batches rendering itself.
notifyManager.setScheduler((flush) => flush())

/**
 * The data of the screens for the lifetime of the page. Every key begins with the account (`''` for none).
 *
 * Core retries, caches on disk and works offline, so nothing of that happens here.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnMount: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      // The age of an answer is stored by object identity.
      structuralSharing: false,
      gcTime: 0,
    },
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

/** Removes all data of an account. */
export function forgetAccountQueries(account: string): void {
  queryClient.removeQueries({ queryKey: [account] })
}
