import type { Failure } from './failure.ts'
import { type Message, message } from './messages/message.ts'

/** The refusal of any change for an account whose token can only read. */
export const readOnlyFailure: Failure<Message> = {
  kind: 'forbidden',
  reason: 'insufficient-scope',
  message: message('readOnly.message'),
  hint: message('readOnly.hint'),
}
