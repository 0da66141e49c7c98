import { createFailureError } from '../platform/failures.ts'
import { hasExpired } from '../../shared/rules/utc-days.ts'

/**
 * Rejects an expiry date that isn't in the future: GitLab would create an expired token (`app/models/personal_access_token.rb`).
 */
export function assertFutureTokenExpiry(day: string | undefined, now: number): void {
  if (day === undefined || !hasExpired(day, now)) return
  throw createFailureError('tokens.wouldBeExpired')
}
