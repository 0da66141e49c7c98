import type { UserStatus } from './service/current-user.ts'

export const noStatus: UserStatus = {
  emoji: null,
  availability: null,
  message: null,
  message_html: null,
  clear_status_at: null,
}

/** When a status clears, in milliseconds since 1970. */
export function statusEnd(status: UserStatus | undefined): number | undefined {
  return status?.clear_status_at ? Date.parse(status.clear_status_at) : undefined
}

/**
 * The status at `now`, in milliseconds since 1970. The service clears statuses only from time to time, so one that
 * has ended may still be returned.
 */
export function statusAt<S extends UserStatus | undefined>(status: S, now: number): S | UserStatus {
  const end = statusEnd(status)
  return end !== undefined && end <= now ? noStatus : status
}
