import { message } from '../../shared/messages/message.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import { type FailureKind, unreachableKinds } from '../../shared/rules/failure.ts'
import { stopsAccount } from '../gitlab/throttle.ts'

export const adminRequiredFailure: UnformattedFailure = {
  kind: 'forbidden',
  reason: 'administrators-only',
  message: message('directory.notAdministrator'),
  hint: message('directory.notAdministratorHint'),
}

export const expiredFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.expired'),
  hint: message('queue.retryHint'),
}

/** For an action whose date has come, and which nobody can take back. */
export const dueFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.due'),
  hint: message('queue.dueHint'),
}

/** For a deletion whose time to undo passed while nobody could undo it. */
export const undoMissedFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.undoMissed'),
  hint: message('queue.undoMissedHint'),
}

/** For an action that was sent before and had not happened when it was looked for. */
export const expiredUnconfirmedFailure: UnformattedFailure = {
  kind: 'unknown-outcome',
  message: message('queue.expiredUnconfirmed'),
  hint: message('queue.retryHint'),
}

const connectionKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error', 'keychain']

/** A failure that everything else the account has queued would meet as well. */
export function concernsAccount(failure: UnformattedFailure): boolean {
  return stopsAccount(failure) || connectionKinds.includes(failure.kind)
}
