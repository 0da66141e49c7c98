import type { UnformattedFailure } from '../platform/failure.ts'
import { stopsAccount } from '../gitlab/throttle.ts'

/**
 * A failed write's outcome. `not-done`: it didn't happen and can be resent. `refused`: GitLab rejected it. `unknown`:
 * the response was lost, so it may have happened; check before resending it.
 */
export type FailedWriteOutcome = 'not-done' | 'refused' | 'unknown'

/** The outcome is unknown if the response was lost: only a response from GitLab proves that nothing was done. */
export function failedWriteOutcome(failure: UnformattedFailure): FailedWriteOutcome {
  const { kind, reason, status, serviceText = '' } = failure
  if (kind === 'keychain' || reason === 'token-missing' || reason === 'unknown-account') {
    return 'not-done'
  }
  if (reason === 'read-only-instance' || reason === 'ceiling') return 'not-done'
  // Rejected locally, because the token is read-only.
  if (reason === 'insufficient-scope' && status === undefined) return 'not-done'
  if (kind === 'invalid' && status === undefined) return 'refused'
  if (status === undefined || status < 400 || status >= 500) return 'unknown'
  if (kind === 'not-the-service' || status === 408 || status === 425) return 'unknown'
  if (stopsAccount(failure) || status === 429) return 'not-done'
  // 409 for a record locked by another request (lib/api/helpers.rb); GitLab asks clients to retry.
  if (status === 409 && /resource lock/i.test(serviceText)) return 'not-done'
  return 'refused'
}
