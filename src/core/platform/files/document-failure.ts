import { basename, dirname } from 'node:path'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError } from '../failure.ts'
import { diskProblem, isDiskFull } from './disk-errors.ts'
import { BrokenLinkError, FileTooLargeError, IrregularFileError } from './file-errors.ts'

/** The failure for a document that couldn't be written. */
export function notSavedError(path: string, error: unknown): FailureError {
  const reason = diskProblem(error)
  return documentError(message('storage.notSaved', { file: basename(path), reason }), path, error)
}

/** The failure for an existing document that can't be read; it is never overwritten. */
export function notReadError(path: string, error: unknown): FailureError {
  return documentError(
    message('storage.notRead', { path, reason: diskProblem(error) }),
    path,
    error,
  )
}

/** The failure if a document couldn't be written after a change on GitLab succeeded. */
export function localSaveFailure(
  path: string,
  { failure, cause }: FailureError,
): UnformattedFailure {
  return { ...failure, hint: message('storage.serviceUnaffected', { remedy: remedy(path, cause) }) }
}

function documentError(problem: Message, path: string, cause: unknown): FailureError {
  const hint = message('storage.thenRetry', { remedy: remedy(path, cause) })
  return new FailureError({ kind: 'unexpected', message: problem, hint }, { cause })
}

function remedy(document: string, error: unknown): Message {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (code === 'EISDIR' || code === 'ERR_FS_EISDIR') {
    return message('storage.moveAway', { path: dest ?? path ?? document })
  }
  if (error instanceof BrokenLinkError) return message('storage.restoreLink', { path: document })
  if (error instanceof FileTooLargeError || error instanceof IrregularFileError)
    return message('storage.moveAway', { path: document })
  const folder = dirname(document)
  if (isDiskFull(error)) return message('storage.freeSpace', { folder })
  return message('storage.giveAccess', { path: path === document ? document : folder })
}
