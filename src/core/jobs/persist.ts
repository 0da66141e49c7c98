import { createFailure } from '../platform/failures.ts'
import { FailureError } from '../platform/failure.ts'

/** Runs a database change, and turns a disk error into a failure with a message for the user. */
export function persist<T>(change: () => T): T {
  try {
    return change()
  } catch (error) {
    if (error instanceof FailureError) throw error
    throw new FailureError(createFailure('queue.notSaved'), { cause: error })
  }
}
