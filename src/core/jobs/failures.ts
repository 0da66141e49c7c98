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

/** For a deletion that is due. */
export const dueFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.due'),
  hint: message('queue.dueHint'),
}

/** For a deletion whose undo period passed while nobody could use it. */
export const undoMissedFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.undoMissed'),
  hint: message('queue.undoMissedHint'),
}

/** For a sent action that, according to a lookup, didn't happen. */
export const expiredUnconfirmedFailure: UnformattedFailure = {
  kind: 'unknown-outcome',
  message: message('queue.expiredUnconfirmed'),
  hint: message('queue.retryHint'),
}

/** For an item that can't be carried out as stored. */
export const damagedItemFailure: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.itemDamaged'),
  hint: message('queue.itemDamagedHint'),
}

const connectionKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error', 'keychain']

/** Whether all of the account's other queued items would fail the same way. */
export function concernsAccount(failure: UnformattedFailure): boolean {
  return stopsAccount(failure) || connectionKinds.includes(failure.kind)
}
