import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { AccountRecord } from './account-record.ts'

/** Where a person sees, creates and revokes their tokens. */
export const tokensPage = '/-/user_settings/personal_access_tokens'

/** Requests with the current token have not ended in time. */
export function rotationBusyError(): FailureError {
  return new FailureError({
    kind: 'timeout',
    message: message('rotation.busy'),
    hint: message('rotation.busyHint'),
  })
}

/** The instance has no rotation, or does not allow it to this token. */
export function rotationUnavailableError({
  status,
}: Pick<UnformattedFailure, 'status'> = {}): FailureError {
  return new FailureError({
    kind: 'forbidden',
    message: message('rotation.unavailable'),
    hint: message('rotation.unavailableHint'),
    status,
  })
}

/** The keychain could not store a new token, so none was asked for. */
export function rotationNotStartedError(problem: string): FailureError {
  return new FailureError({
    kind: 'keychain',
    message: message('rotation.notStarted'),
    hint: problem,
  })
}

/** The answer was lost, but the current token still works. */
export function notRotatedError(failure: UnformattedFailure): FailureError {
  return new FailureError({
    kind: 'timeout',
    message: message('tokens.stillWorks', { cause: failure.message }),
    hint: message('rotation.notRotatedHint'),
  })
}

/** The answer was lost, and whether the current token still works can't be read. */
export function rotationUncertainError(failure: UnformattedFailure): FailureError {
  return new FailureError({
    ...failure,
    message: message('tokens.rotationUncertain', { cause: failure.message }),
    hint: message('rotation.uncertainHint'),
    creation: { found: 'unknown', what: message('rotation.newToken'), web: tokensPage },
  })
}

/** The service does not accept the token that it gave; the old one still works. */
export function newTokenRefusedError(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message('rotation.refused'),
    hint: message('rotation.refusedHint'),
    creation: { found: 'yes', what: message('rotation.newToken'), web: tokensPage },
  })
}

/** The rotation that lost the token: the person has to create another one, and to revoke the lost one. */
export function rotationLostError(record: AccountRecord): FailureError {
  const creation = { found: 'yes', what: message('rotation.newToken'), web: tokensPage } as const
  return new FailureError({ ...tokenLostError(record).failure, creation })
}

/** An account whose token was rotated, and whose new one is lost. */
export function tokenLostError({ user: { username } }: AccountRecord): FailureError {
  return new FailureError({
    kind: 'unauthorized',
    reason: 'token-lost',
    message: message('rotation.lost', { username }),
    hint: message('rotation.lostHint'),
  })
}
