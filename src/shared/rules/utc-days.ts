/**
 * Days since an activity and days until an expiry. GitLab stores both as dates in UTC, so days are counted there, and
 * every filter, label, count and warning uses these functions.
 */
const dayMs = 86_400_000

/** The UTC day of a time (ISO 8601, or ms since 1970), as `YYYY-MM-DD`. Empty for anything else. */
export function utcDay(time: string | number): string {
  const at = typeof time === 'number' ? time : Date.parse(time)
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
}

/** The UTC day a number of days after `now`, or before if negative. */
export function utcDayIn(days: number, now: number): string {
  return utcDay(now + days * dayMs)
}

/** The number of UTC days from `time` until now. NaN for an invalid time. */
export function daysSince(time: string, now: number): number {
  return (Date.parse(utcDay(now)) - Date.parse(utcDay(time))) / dayMs
}

/** Whether something was at least this many days ago. Otherwise, it was in the last `days` days. */
export function isDaysAgo(time: string, days: number, now: number): boolean {
  return daysSince(time, now) >= days
}

/** Whether something has expired. A date expires when it starts. */
export function hasExpired(time: string, now: number): boolean {
  return Date.parse(time) <= now
}

/** Days until an expiry in the future. 0 means within 24 hours, even if that is tomorrow. */
export function daysLeft(time: string, now: number): number {
  return Date.parse(time) - now <= dayMs ? 0 : -daysSince(time, now)
}

/** Whether something expires within this many days but hasn’t yet. */
export function expiresWithin(time: string, days: number, now: number): boolean {
  return !hasExpired(time, now) && daysLeft(time, now) <= days
}
