import { createFailure } from '../failures.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import { diskProblem } from '../files/disk-errors.ts'
import { FailureError } from '../failure.ts'

/** A file that can be read but not used in its current state. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
}

/** Whether the file is damaged, or isn't a database at all. */
export function isCorruption(error: unknown): boolean {
  return error instanceof UnusableDatabase || corruptionCodes.includes(sqliteCode(error))
}

/** Whether the disk failed; the file itself may be intact. */
export function isDiskFailure(error: unknown): boolean {
  return sqliteCode(error) in diskProblems || (error instanceof Error && 'syscall' in error)
}

/** Converts SQLite's disk errors to failures; returns other errors unchanged. */
export function directoryFailure(error: unknown): unknown {
  const reason = diskProblems[sqliteCode(error)]
  if (!reason) return error
  return new FailureError(createFailure('storage.directoryNotSaved', { reason: message(reason) }), {
    cause: error,
  })
}

/** Why a database can't be opened or written, worded for the end of a sentence. */
export function storageProblem(error: unknown): Message {
  const id = diskProblems[sqliteCode(error)]
  return id ? message(id) : diskProblem(error)
}

/** SQLite's primary result codes. https://www.sqlite.org/rescode.html */
export const resultCodes = {
  error: 1,
  busy: 5,
  readOnly: 8,
  corrupt: 11,
  cannotOpen: 14,
  notADatabase: 26,
}

const corruptionCodes = [resultCodes.corrupt, resultCodes.notADatabase]

const diskProblems: Record<number, MessageId> = {
  [resultCodes.busy]: 'storage.fileBusy',
  [resultCodes.readOnly]: 'storage.fileReadOnly',
  10: 'storage.diskBroken',
  13: 'storage.diskFull',
  [resultCodes.cannotOpen]: 'storage.fileUnopenable',
}

/** The primary result code; -1 for other errors. */
export function sqliteCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : -1
}
