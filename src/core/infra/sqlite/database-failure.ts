import { type MessageId, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'

/** A file that can't be used as it is, although the disk lets it be read. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
}

/** Whether the file is damaged, or is no database at all. */
export function isCorruption(error: unknown): boolean {
  return error instanceof UnusableDatabase || [corrupt, notADatabase].includes(sqliteCode(error))
}

/** Whether the disk fails, so that the file itself may be sound. */
export function isDiskFailure(error: unknown): boolean {
  return sqliteCode(error) in diskProblems || (error instanceof Error && 'syscall' in error)
}

/** SQLite’s errors about the disk as failures; other errors are returned as they are. */
export function directoryFailure(error: unknown): unknown {
  const reason = diskProblems[sqliteCode(error)]
  if (!reason) return error
  return new FailureError(
    {
      kind: 'unexpected',
      message: message('directory.notStoredBecause', { reason: message(reason) }),
      hint: message('directory.notStoredBecauseHint'),
    },
    { cause: error },
  )
}

// https://www.sqlite.org/rescode.html
const corrupt = 11
const notADatabase = 26

const diskProblems: Record<number, MessageId> = {
  5: 'directory.diskBusy',
  8: 'directory.diskReadOnly',
  10: 'directory.diskFailing',
  13: 'directory.diskFull',
  14: 'directory.diskUnopened',
}

/** The primary result code; -1 for what is no error of SQLite. */
function sqliteCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : -1
}
