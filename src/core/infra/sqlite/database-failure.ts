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
  return sqliteCode(error) in diskTrouble || (error instanceof Error && 'syscall' in error)
}

/** What SQLite says of the disk in words for a person; anything else is passed on. */
export function directoryFailure(error: unknown): unknown {
  const what = diskTrouble[sqliteCode(error)]
  if (!what) return error
  return new FailureError(
    {
      kind: 'unexpected',
      message: `The copy of the directory could not be kept on this machine: ${what}.`,
      hint: 'Make room or give Latchkey the right to its data folder, then try again.',
    },
    { cause: error },
  )
}

// https://www.sqlite.org/rescode.html
const corrupt = 11
const notADatabase = 26

const diskTrouble: Record<number, string> = {
  5: 'another program uses the file',
  8: 'the file can only be read',
  10: 'the disk does not work as it should',
  13: 'the disk is full',
  14: 'the file cannot be opened',
}

/** The primary result code; -1 for what is no error of SQLite. */
function sqliteCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : -1
}
