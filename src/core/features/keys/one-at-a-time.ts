import { FailureError, type FailureKind } from '../../../shared/failure.ts'

/** Failures of one key's import that every other key would run into as well. */
export const endsAll: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'rate-limited',
  'service-error',
  'not-the-service',
  'refused-redirect',
  'unknown-outcome',
  'keychain',
])

/** A key is deleted and added to be changed, so a second change waits for the first. */
export function renewingAlready(): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: 'This key is being changed already.',
    hint: 'Wait until that is done, then look at what is there.',
  })
}
