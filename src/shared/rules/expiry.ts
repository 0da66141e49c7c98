import { isDaysAgo } from './utc-days.ts'

/** The number of days before expiry from which an item is expiring soon, or is urgent. */
export const expiringSoonDays = 30
export const urgentExpiryDays = 7

/** The same for an account's access token, which everything depends on. */
export const accessTokenSoonDays = 14
export const accessTokenUrgentDays = 3

/** Days after which a credential counts as old. */
export const oldDays = 365

/** Days after which an unused token needs attention. */
export const unusedDays = 90

/** How many days ahead a review looks for expiring credentials, by filter. */
export const expiresWithinDays = { expires7: 7, expires30: 30, expires90: 90 } as const

/** RSA keys with fewer bits, and all DSA keys, count as weak. */
export const weakRsaBits = 2048

/** Whether a token has been unused for at least this many days. If it was never used, its creation date counts. */
export function isLongUnused(
  {
    last_used_at,
    created_at,
  }: { last_used_at?: string | undefined; created_at?: string | undefined },
  now: number,
): boolean {
  return isDaysAgo(last_used_at ?? created_at ?? '', unusedDays, now)
}

/** Whether an item with this many days left is urgent. */
export function isUrgentExpiry(daysLeft: number, urgentDays = urgentExpiryDays): boolean {
  return daysLeft <= urgentDays
}
