/** Days before its expiry when something expires soon, and when it is urgent. */
export const expiringSoonDays = 30
export const urgentExpiryDays = 7

/** The same for the access token of an account, without which nothing works. */
export const accessTokenSoonDays = 14
export const accessTokenUrgentDays = 3

/** Days after which a credential counts as old. */
export const oldDays = 365

/** Whether something that expires after so many whole days is urgent. */
export function isUrgentExpiry(daysLeft: number, urgentDays = urgentExpiryDays): boolean {
  return daysLeft < urgentDays
}
