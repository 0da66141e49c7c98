import { message } from '../../shared/messages/message.ts'
import { hasExpired } from '../../shared/rules/utc-days.ts'
import { FailureError } from '../platform/failure.ts'

/**
 * Rejects an expiry date that isn't in the future: GitLab would create an expired token (`app/models/personal_access_token.rb`).
 */
export function assertFutureTokenExpiry(day: string | undefined, now: number): void {
  if (day === undefined || !hasExpired(day, now)) return
  throw new FailureError({
    kind: 'invalid',
    message: message('tokens.wouldBeExpired'),
    hint: message('tokens.wouldBeExpiredHint'),
    fields: { expires_at: [message('tokens.mustBeLater')] },
  })
}
