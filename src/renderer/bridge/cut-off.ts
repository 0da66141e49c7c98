import { type Failure, isUnreachable } from '../../shared/rules/failure.ts'

/** Whether a retry may succeed once the service is reached again. A rate limit is left out, because its failure says when it ends. */
export function isCutOff(failure: Failure): boolean {
  return isUnreachable(failure) && failure.kind !== 'rate-limited'
}

/**
 * Whether the service just can't be reached, which is no alarm. It is one where waiting doesn't help, but the user does: by trusting
 * a certificate, setting up a proxy or signing in with another URL.
 */
export function isOnlyCutOff(failure: Failure): boolean {
  const { kind, reason } = failure
  const mayPass = reason === undefined || reason === 'nothing-answers'
  return isCutOff(failure) && mayPass && kind !== 'refused-redirect'
}

/** Whether the service can't be reached until the user does something about it. */
export function isCutOffUntilUserActs(failure: Failure): boolean {
  return isCutOff(failure) && !isOnlyCutOff(failure)
}
