import type { UnformattedFailure } from '../platform/failure.ts'
import { stopsAccount } from '../gitlab/throttle.ts'

/**
 * The outcome of a write that failed. `not-done`: it did not happen, and can be sent again. `refused`: the service said no.
 * `unknown`: its answer was lost, so it may have happened and is not sent again before somebody has looked.
 */
export type FailedWriteOutcome = 'not-done' | 'refused' | 'unknown'

/** A write whose answer was lost is unknown: only an answer of the service proves that nothing was done. */
export function outcomeOfFailedWrite(failure: UnformattedFailure): FailedWriteOutcome {
  const { kind, reason, status, serviceText = '' } = failure
  if (kind === 'keychain' || reason === 'token-missing' || reason === 'unknown-account') {
    return 'not-done'
  }
  // Refused here, because the token can only read.
  if (reason === 'insufficient-scope' && status === undefined) return 'not-done'
  if (kind === 'invalid' && status === undefined) return 'refused'
  if (status === undefined || status < 400 || status >= 500) return 'unknown'
  if (kind === 'not-the-service' || status === 408 || status === 425) return 'unknown'
  if (stopsAccount(failure) || status === 429) return 'not-done'
  // 409 of a record that another request has locked (lib/api/helpers.rb); GitLab asks to try again.
  if (status === 409 && /resource lock/i.test(serviceText)) return 'not-done'
  return 'refused'
}
