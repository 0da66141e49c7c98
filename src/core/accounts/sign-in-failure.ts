import { createFailure, createFailureError } from '../platform/failures.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { CurrentUser } from '../../shared/gitlab/user-fields.ts'
import type { AccountRecord } from './account-record.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import { message } from '../../shared/messages/message.ts'

/** Why signing in failed, and which field to correct. */
export function signInFailure(error: FailureError): FailureError {
  const failure = error.failure.status === 404 ? noServiceFailure(error.failure) : error.failure
  const field = fieldToCorrect(failure)
  if (!field || failure.fields) return new FailureError(failure)
  return new FailureError({ ...failure, fields: { [field]: [failure.message] } })
}

/** The server has no GET /user, so it isn't a GitLab instance. */
export function noServiceFailure({
  status,
}: Pick<UnformattedFailure, 'status'>): UnformattedFailure {
  return createFailure('signIn.noService', {}, { status })
}

function fieldToCorrect({ kind }: UnformattedFailure): string | undefined {
  if (kind === 'unauthorized' || kind === 'forbidden') return 'token'
  return ['offline', 'not-the-service', 'refused-redirect'].includes(kind) ? 'baseUrl' : undefined
}

/** The account's token is no longer in any keychain. */
export function tokenMissingError({ user: { username }, baseUrl }: AccountRecord): FailureError {
  return createFailureError('signIn.noToken', { username, host: new URL(baseUrl).host })
}

/** The stored token is for another instance than the account, whose file was edited or copied. */
export function tokenOfOtherError({ user: { username }, baseUrl }: AccountRecord): FailureError {
  return createFailureError('signIn.tokenOfOther', { username, host: new URL(baseUrl).host })
}

/** An unencrypted URL without consent. */
export function insecureUrlError(baseUrl: string): FailureError {
  return createFailureError('signIn.insecure', { host: new URL(baseUrl).host })
}

export function wrongAccountError(
  { username }: Pick<CurrentUser, 'username'>,
  me: CurrentUser,
): FailureError {
  const names = { owner: me.username, username }
  return createFailureError('signIn.otherAccount', names, {
    fields: { token: [message('signIn.otherAccountField', { owner: me.username })] },
  })
}

export function narrowerTokenError({ user }: AccountRecord, lost: readonly string[]): FailureError {
  const readOnly = lost.includes('api')
  return createFailureError('signIn.narrowerToken', {
    username: user.username,
    count: lost.length,
    scopes: lost,
    readOnly,
  })
}

/** Why a token that should have been revoked may still work. */
export function revocationError(failure: UnformattedFailure, stillWorks: boolean): FailureError {
  if (stillWorks && [404, 405].includes(failure.status ?? 0)) {
    return createFailureError('signIn.revokeUnavailable')
  }
  if (stillWorks && mayHaveHappened(failure)) {
    return new FailureError({
      kind: 'timeout',
      message: message('tokens.stillWorks', { cause: failure.message }),
      hint: message('signIn.revokeOnWeb'),
    })
  }
  if (!mayHaveHappened(failure)) return new FailureError(failure)
  return new FailureError({
    ...failure,
    kind: 'unknown-outcome',
    message: message('signIn.revocationUnknown', { cause: failure.message }),
    hint: message('signIn.revokeOnWeb'),
  })
}

/** Keychain items left over from signed-out accounts; undefined if there are none. */
export function leftoverTokensFailure(
  signedOut: readonly { username: string; itemsLeft: string[] }[],
): UnformattedFailure | undefined {
  const withItemsLeft = signedOut.filter(({ itemsLeft }) => itemsLeft.length > 0)
  const [first, ...others] = withItemsLeft
  if (!first) return undefined
  return createFailure(others.length === 0 ? 'signIn.tokenLeft' : 'signIn.tokensLeft', {
    username: first.username,
    users: withItemsLeft.map(({ username }) => `@${username}`),
    items: withItemsLeft.flatMap(({ itemsLeft }) => itemsLeft),
  })
}
