/** Days before its expiry when something expires soon, and when it is urgent. */
export const expiringSoonDays = 30
export const urgentExpiryDays = 7

/** The same for the access token of an account, without which nothing works. */
export const accessTokenSoonDays = 14
export const accessTokenUrgentDays = 3

/** Days after which a credential counts as old. */
export const oldDays = 365

/** Days after which a token that nobody uses is worth a look. */
export const unusedDays = 90

/** Whether a token was not used for that long; the days of one that was never used count from its creation. */
export function isLongUnused(
  {
    last_used_at,
    created_at,
  }: { last_used_at?: string | undefined; created_at?: string | undefined },
  now: number,
): boolean {
  return now - Date.parse(last_used_at ?? created_at ?? '') >= unusedDays * 86_400_000
}

/** Whether something that expires after so many whole days is urgent. */
export function isUrgentExpiry(daysLeft: number, urgentDays = urgentExpiryDays): boolean {
  return daysLeft < urgentDays
}
