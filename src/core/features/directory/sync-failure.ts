import { message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../infra/failure.ts'
import type { LogFunction } from '../../infra/log/log.ts'
import { directoryFailure } from '../../infra/sqlite/database-failure.ts'

/** Why a sync ended, for people; what nobody expected is written to the log. */
export function syncFailure(cause: unknown, log: LogFunction): Failure {
  const error = directoryFailure(cause)
  if (error instanceof FailureError) return error.failure
  log('The list of people could not be read.', { error })
  return {
    kind: 'unexpected',
    message: message('directory.syncFailed'),
    hint: message('directory.syncFailedHint'),
  }
}
