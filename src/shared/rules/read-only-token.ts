import type { Failure } from './failure.ts'
import { type Message, message } from '../messages/message.ts'

/** The failure of any write with a read-only token. */
export const readOnlyFailure: Failure<Message> = {
  kind: 'forbidden',
  reason: 'insufficient-scope',
  message: message('readOnly.message'),
  hint: message('readOnly.hint'),
}
