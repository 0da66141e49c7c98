import { basename, dirname } from 'node:path'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../failure.ts'
import { diskProblem, isFull } from './disk-errors.ts'

/** Thrown where a document is a link to a file that is not there. */
export class BrokenLink extends Error {
  readonly code = 'BROKEN_LINK'
}

/** Thrown where a document is larger than any that Latchkey writes. */
export class TooLarge extends Error {
  readonly code = 'TOO_LARGE'
}

/** For a document that couldn't be written. */
export function notSaved(path: string, error: unknown): FailureError {
  const reason = diskProblem(error)
  return failed(message('storage.notSaved', { file: basename(path), reason }), path, error)
}

/** For a document that is there and can't be read; nothing overwrites it. */
export function notRead(path: string, error: unknown): FailureError {
  return failed(message('storage.notRead', { path, reason: diskProblem(error) }), path, error)
}

/** The same, where what was done on the service succeeded. */
export function localSaveFailure(path: string, { failure, cause }: FailureError): Failure {
  return { ...failure, hint: message('storage.serviceUnaffected', { remedy: remedy(path, cause) }) }
}

function failed(problem: Message, path: string, cause: unknown): FailureError {
  const hint = message('storage.thenRetry', { remedy: remedy(path, cause) })
  return new FailureError({ kind: 'unexpected', message: problem, hint }, { cause })
}

function remedy(document: string, error: unknown): Message {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (code === 'EISDIR' || code === 'ERR_FS_EISDIR') {
    return message('storage.moveAway', { path: dest ?? path ?? document })
  }
  if (error instanceof BrokenLink) return message('storage.restoreLink', { path: document })
  if (error instanceof TooLarge) return message('storage.moveAway', { path: document })
  const folder = dirname(document)
  if (isFull(error)) return message('storage.freeSpace', { folder })
  return message('storage.giveAccess', { path: path === document ? document : folder })
}
