import type { Failure } from '../../infra/failure.ts'
import type { FailureKind } from '../../../shared/failure.ts'

export const administratorsOnly: Failure = {
  kind: 'forbidden',
  reason: 'administrators-only',
  message: 'This account is no administrator of the instance any more.',
  hint: 'What is queued waits until it is one again; nothing is lost.',
}

export const expired: Failure = {
  kind: 'conflict',
  message: 'It waited for more than seven days and was not sent.',
  hint: 'Check the user, then retry it if it is still right.',
}

/** What was sent before, and had not happened when it was looked for. */
export const expiredUnsent: Failure = {
  kind: 'unknown-outcome',
  message:
    'It was sent, no answer came, and it was not seen to happen; then it waited for more than seven days.',
  hint: 'Check the user, then retry it if it is still right.',
}

/** A failure that lasts until somebody has changed the account or its token. */
export function stopsAccount({ kind, reason }: Failure): boolean {
  if (kind === 'unauthorized') return true
  return (
    kind === 'forbidden' &&
    (reason === 'admin-mode' ||
      reason === 'administrators-only' ||
      reason === 'account-unusable' ||
      reason === 'insufficient-scope')
  )
}

const ofTheWay: readonly FailureKind[] = [
  'offline',
  'timeout',
  'rate-limited',
  'service-error',
  'not-the-service',
  'refused-redirect',
  'keychain',
]

/** A failure after which nothing else that the account has queued would fare better just now. */
export function concernsAccount(failure: Failure): boolean {
  return stopsAccount(failure) || ofTheWay.includes(failure.kind)
}

/** What became of a write whose answer was a failure. */
export type Fate = 'not-done' | 'refused' | 'unsure'

/** Sorts the failure of a write. Only an answer of the service proves that nothing was done. */
export function fateOf(failure: Failure): Fate {
  const { kind, reason, status, serviceText = '' } = failure
  if (kind === 'keychain' || reason === 'token-missing' || reason === 'unknown-account') {
    return 'not-done'
  }
  // Refused here, because the token can only read.
  if (reason === 'insufficient-scope' && status === undefined) return 'not-done'
  if (kind === 'invalid' && status === undefined) return 'refused'
  if (status === undefined || status < 400 || status >= 500) return 'unsure'
  if (kind === 'not-the-service' || status === 408 || status === 425) return 'unsure'
  if (stopsAccount(failure) || status === 429) return 'not-done'
  // 409 of a record that something else is at work on (lib/api/helpers.rb); it asks to try again.
  if (status === 409 && /resource lock/i.test(serviceText)) return 'not-done'
  return 'refused'
}
