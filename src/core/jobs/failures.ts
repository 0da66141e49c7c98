import { type Message, message } from '../../shared/messages/message.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import { type FailureKind, unreachableKinds } from '../../shared/rules/failure.ts'
import { stopsAccount } from '../gitlab/throttle.ts'

const connectionKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error', 'keychain']

/** Whether all of the account's other queued items would fail the same way. */
export function concernsAccount(failure: UnformattedFailure): boolean {
  return stopsAccount(failure) || connectionKinds.includes(failure.kind)
}

/** The failure of an item that isn't sent. */
export function refusalFor(reason: Message): UnformattedFailure {
  return { kind: 'conflict', message: reason, hint: message('queue.notSent') }
}
