import { type FailureId, createFailureError } from '../platform/failures.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { nameLimit } from '../../shared/rules/limits.ts'
import { truncate } from '../../shared/rules/text-length.ts'
import type { OAuthRefusal } from '../gitlab/oauth.ts'
import type { AccountRecord } from './account-record.ts'

/** GitLab's page where users list, create, and revoke their tokens. */
export const tokensPage = '/-/user_settings/personal_access_tokens'

/** The instance doesn't support rotation, or doesn't allow it for this token. */
export function rotationUnavailableError({
  status,
}: Pick<UnformattedFailure, 'status'> = {}): FailureError {
  return createFailureError('rotation.unavailable', {}, { status })
}

/** The keychain can't store a new token, so no rotation was requested. */
export function rotationNotStartedError(problem: string): FailureError {
  return createFailureError('rotation.notStarted', {}, { hint: problem })
}

/** The response was lost, but the current token still works. */
export function notRotatedError(failure: UnformattedFailure): FailureError {
  return createFailureError('tokens.stillWorks', { cause: failure.message })
}

/** The response was lost, and the current token may or may not still work. */
export function rotationUncertainError(failure: UnformattedFailure): FailureError {
  return new FailureError({
    ...failure,
    message: message('tokens.rotationUncertain', { cause: failure.message }),
    hint: message('rotation.uncertainHint'),
    creation: { found: 'unknown', what: message('rotation.newToken'), web: tokensPage },
  })
}

/** GitLab rejects the token it just issued; the old one still works. */
export function newTokenRefusedError(): FailureError {
  return createFailureError(
    'rotation.refused',
    {},
    { creation: { found: 'yes', what: message('rotation.newToken'), web: tokensPage } },
  )
}

/** The rotation lost the token: the user has to create a new one and revoke the lost one. */
export function rotationLostError(record: AccountRecord): FailureError {
  const creation = { found: 'yes', what: message('rotation.newToken'), web: tokensPage } as const
  return new FailureError({ ...tokenLostError(record).failure, creation })
}

/** The account's token was rotated and the new one is lost, or its session has ended. */
export function tokenLostError({ user: { username }, session }: AccountRecord): FailureError {
  return createFailureError(session ? 'signIn.sessionEnded' : 'rotation.lost', { username })
}

/** GitLab refuses an application, or what it asks for. */
export function refusedApplicationError({ error }: OAuthRefusal, host: string): FailureError {
  // guard: refusal-name
  const isKnown = Object.hasOwn(refusals, error)
  const id = isKnown ? refusals[error]! : 'signIn.refused'
  return createFailureError(id, { host, error: truncate(error, nameLimit) })
}

const refusals: Record<string, FailureId> = {
  access_denied: 'signIn.denied',
  expired_token: 'signIn.notConfirmed',
  invalid_client: 'signIn.applicationRefused',
  invalid_grant: 'signIn.codeRefused',
  invalid_scope: 'signIn.scopesRefused',
  unauthorized_client: 'signIn.applicationRefused',
}
