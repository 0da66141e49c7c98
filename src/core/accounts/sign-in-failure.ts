import { type Failure, FailureError } from '../infra/failure.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'
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

/** An address without encryption, to which nobody agreed. */
export function insecureAddress(baseUrl: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    reason: 'insecure',
    message: `${new URL(baseUrl).host} would be spoken to over plain http, so anyone on the way could read the token.`,
    hint: 'Use https, or confirm that you want to send it unencrypted.',
    fields: { baseUrl: ['is not encrypted'] },
  })
}

export function wrongAccount({ user }: AccountRecord, me: CurrentUser): FailureError {
  return new FailureError({
    kind: 'conflict',
    reason: 'wrong-account',
    message: `This token belongs to ${me.username}, not to ${user.username}.`,
    hint: `Paste a token of ${user.username}, or add ${me.username} as an account of its own.`,
    fields: { token: [`belongs to ${me.username}`] },
  })
}

export function narrowerToken({ user }: AccountRecord, lost: readonly string[]): FailureError {
  const scopes = new Intl.ListFormat('en').format(lost)
  return new FailureError({
    kind: 'conflict',
    reason: 'narrower-token',
    message: `This token allows less than the current token of @${user.username}.`,
    hint: `It lacks ${lost.length === 1 ? 'the scope' : 'the scopes'} ${scopes}.${lost.includes('api') ? ' With it, you can only read.' : ''}`,
  })
}
