import { type Failure, FailureError } from '../../shared/failure.ts'
import type { AccountRecord } from './account-record.ts'

/** What keeps somebody from signing in, with the field that has to change. */
export function signInFailure(error: FailureError): FailureError {
  const failure = error.failure.status === 404 ? noService(error.failure) : error.failure
  const field = fieldOf(failure)
  if (!field || failure.fields) return new FailureError(failure)
  return new FailureError({ ...failure, fields: { [field]: [failure.message] } })
}

/** Where there is no GET /user, there is no accounts service at all. */
export function noService({ status }: Pick<Failure, 'status'>): Failure {
  return {
    kind: 'not-the-service',
    message: 'There is no accounts service at this address.',
    hint: 'Check it; perhaps a subfolder is missing, or one too many.',
    status,
  }
}

function fieldOf({ kind }: Failure): string | undefined {
  if (kind === 'unauthorized' || kind === 'forbidden') return 'token'
  return ['offline', 'not-the-service', 'refused-redirect'].includes(kind) ? 'baseUrl' : undefined
}

/** For an account whose token is in no keychain any more. */
export function tokenMissing({ user: { username }, baseUrl }: AccountRecord): FailureError {
  return new FailureError({
    kind: 'unauthorized',
    reason: 'token-missing',
    message: `There is no token for ${username} at ${new URL(baseUrl).host} on this machine any more.`,
    hint: 'Make a new token there and enter it here.',
  })
}
