import { QueryClient, notifyManager } from '@tanstack/vue-query'

/** How long (ms) data is kept in memory after its last screen is closed. */
export const memoryCacheMs = 5 * 60_000

// Results are published synchronously, so that callers awaiting one see it; Vue batches rendering itself.
notifyManager.setScheduler((flush) => flush())

/**
 * The screens’ data for the lifetime of the page. Every key starts with the account (`''` for none).
 *
 * Core handles retries, the disk cache and offline mode, so none of that happens here.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnMount: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      // Response ages are stored by object identity.
      structuralSharing: false,
      gcTime: 0,
    },
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

/** Removes an account’s data. */
export function forgetAccountQueries(account: string): void {
  queryClient.removeQueries({ queryKey: [account] })
}
