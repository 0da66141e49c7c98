import { createFailure } from '../platform/failures.ts'
import type { Message } from '../../shared/messages/message.ts'
import { FailureError } from '../platform/failure.ts'

/** An error about a queued item, with messages for the user. */
export function queueError(
  kind: 'invalid' | 'conflict',
  text: Message,
  hint: Message,
  fields?: Record<string, Message[]>,
): FailureError {
  return new FailureError({ kind, message: text, hint, fields })
}

/** Runs a database change, and turns a disk error into a failure with a message for the user. */
export function persist<T>(change: () => T): T {
  try {
    return change()
  } catch (error) {
    if (error instanceof FailureError) throw error
    throw new FailureError(createFailure('queue.notSaved'), { cause: error })
  }
}
