import { type Failure, isUnreachable } from '../../shared/rules/failure.ts'

/**
 * Whether a retry may succeed once the instance is reachable again. Excludes rate limits, whose
 * failure includes when they end.
 */
export function isCutOff(failure: Failure): boolean {
  return isUnreachable(failure) && failure.kind !== 'rate-limited'
}

/**
 * Whether the instance is merely unreachable, which isn’t alarming. It is if waiting can’t help but the user can:
 * trust a certificate, set up a proxy or sign in with another URL.
 */
export function isOnlyCutOff(failure: Failure): boolean {
  const { kind, reason } = failure
  const mayPass = reason === undefined || reason === 'nothing-answers'
  return isCutOff(failure) && mayPass && kind !== 'refused-redirect'
}

/** Whether the instance stays unreachable until the user acts. */
export function isCutOffUntilUserActs(failure: Failure): boolean {
  return isCutOff(failure) && !isOnlyCutOff(failure)
}
