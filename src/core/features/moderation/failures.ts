import { message } from '../../../shared/messages/message.ts'
import type { Failure } from '../../infra/failure.ts'
import { type FailureKind, unreachableKinds } from '../../../shared/failure.ts'

export const adminRequiredFailure: Failure = {
  kind: 'forbidden',
  reason: 'administrators-only',
  message: message('queue.notAdministrator'),
  hint: message('queue.notAdministratorHint'),
}

export const expiredFailure: Failure = {
  kind: 'conflict',
  message: message('queue.expired'),
  hint: message('queue.expiredHint'),
}

/** For an action whose date has come, and which nobody can take back. */
export const dueFailure: Failure = {
  kind: 'conflict',
  message: message('queue.due'),
  hint: message('queue.dueHint'),
}

/** For an action that was sent before and had not happened when it was looked for. */
export const expiredUnconfirmedFailure: Failure = {
  kind: 'unknown-outcome',
  message: message('queue.expiredUnconfirmed'),
  hint: message('queue.expiredHint'),
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

const connectionKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error', 'keychain']

/** A failure that everything else the account has queued would meet as well. */
export function concernsAccount(failure: Failure): boolean {
  return stopsAccount(failure) || connectionKinds.includes(failure.kind)
}
