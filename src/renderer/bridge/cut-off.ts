import { type Failure, isUnreachable } from '../../shared/rules/failure.ts'

/**
 * Whether a retry may succeed once the instance is reachable again. Excludes rate limits, because their failure already
 * includes when they end.
 */
export function isCutOff(failure: Failure): boolean {
  return isUnreachable(failure) && failure.kind !== 'rate-limited'
}

/**
 * Whether the instance is merely unreachable, which is no cause for alarm. Excludes failures that only the user can
 * resolve, by trusting a certificate, setting up a proxy or signing in with another URL.
 */
export function isTemporaryCutOff(failure: Failure): boolean {
  const { kind, reason } = failure
  const mayPass = reason === undefined || reason === 'nothing-answers'
  return isCutOff(failure) && mayPass && kind !== 'refused-redirect'
}

/** Whether the instance will stay unreachable until the user acts. */
export function isCutOffUntilUserActs(failure: Failure): boolean {
  return isCutOff(failure) && !isTemporaryCutOff(failure)
}
