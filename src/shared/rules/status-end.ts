/** When a status ends, as GitLab returns it. */
interface StatusExpiry {
  clear_status_at?: string | null | undefined
}

export const noStatus = {
  emoji: null,
  availability: null,
  message: null,
  message_html: null,
  clear_status_at: null,
}

/** When a status clears, in milliseconds since 1970. */
export function statusEnd(status: StatusExpiry | undefined): number | undefined {
  return status?.clear_status_at ? Date.parse(status.clear_status_at) : undefined
}

/**
 * The status at `now`, in milliseconds since 1970. GitLab clears statuses only periodically, so it may still return one
 * that has ended.
 */
export function statusAt<S extends StatusExpiry | undefined>(
  status: S,
  now: number,
): S | typeof noStatus {
  const end = statusEnd(status)
  return end !== undefined && end <= now ? noStatus : status
}
