import { QueryClient, notifyManager } from '@tanstack/vue-query'

/** How long (ms) data stays in memory after the last screen using it closes. */
export const memoryCacheMs = 5 * 60_000

// Publishes results synchronously, so that callers awaiting one see it. Vue batches rendering anyway.
notifyManager.setScheduler((flush) => flush())

/**
 * Holds the screens’ data while the page is open. Every key starts with the account (`''` for none).
 *
 * Retries, the disk cache and offline mode are core’s job, so they’re turned off here.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnMount: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      // Structural sharing would replace objects, but response ages are stored by object identity.
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
