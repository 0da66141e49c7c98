import type { Throttle } from './throttle.ts'

/** A call's instance and account. */
export interface Target {
  /** Normalized URL of the instance, see `platform/network/base-url.ts`. */
  baseUrl: string
  /** Absent for anonymous calls. Only ever sent to `baseUrl`. */
  token?: string
  /** Whether the token is the access token of an OAuth session. */
  isSession?: boolean
  /** From the account's last GET /user; distinguishes Admin Mode from a missing right. */
  isAdmin?: boolean
  /** Whether the token has the scope `admin_mode`; undefined if unknown. */
  hasAdminMode?: boolean | undefined
  /** Notified of every rate limit, and whether the instance accepts changes. */
  throttle?: Pick<Throttle, 'readOnly' | 'recordFailure' | 'recordWrite'>
  /** Called with the instance's time in a response's `Date` header (ms since 1970). */
  onDate?(date: number): void
}

export interface CallOptions {
  signal?: AbortSignal
  /** Doesn't retry a read, for callers that do so themselves. */
  once?: true
  /** Called with the number of unreadable list entries that were omitted. */
  onSkipped?(count: number): void
}
