import type { Throttle } from './throttle.ts'

/** The instance and the account of a call. */
export interface Target {
  /** Normalized URL of the instance, see `platform/network/base-url.ts`. */
  baseUrl: string
  /** Absent for anonymous calls. Sent to `baseUrl` and nowhere else. */
  token?: string
  /** From the account's last GET /user; distinguishes Admin Mode from a missing right. */
  isAdmin?: boolean
  /** Learns of every rate limit. */
  throttle?: Pick<Throttle, 'recordFailure'>
}

export interface CallOptions {
  signal?: AbortSignal
  /** Does not retry a read, for callers with their own retries. */
  once?: true
  /** Called with the number of unreadable entries that were left out of a list. */
  onSkipped?(count: number): void
}
