import { type Message, message } from '../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'

/** A refusal of something queued, for a person to read. */
export function queueError(
  kind: 'invalid' | 'conflict',
  text: Message,
  hint: Message,
  fields?: Record<string, Message[]>,
): FailureError {
  return new FailureError({ kind, message: text, hint, fields })
}

/** The failure where the disk refuses a change. */
export const notSavedFailure: UnformattedFailure = {
  kind: 'unexpected',
  message: message('queue.notSaved'),
  hint: message('queue.notSavedHint'),
}

/** Runs what changes the file; where the disk refuses, throws a failure that a person can read. */
export function persist<T>(change: () => T): T {
  try {
    return change()
  } catch (error) {
    if (error instanceof FailureError) throw error
    throw new FailureError(notSavedFailure, { cause: error })
  }
}
