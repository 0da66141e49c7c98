import { appendFileSync, closeSync, constants, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { UnformattedFailure } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import { diskProblem } from '../platform/files/disk-errors.ts'
import { IrregularFileError } from '../platform/files/file-errors.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { ExportedEntry } from './export.ts'

/** Adds an entry to the company's copy of the audit log. Never throws, because the action has already been carried out. */
export type CopyEntry = (entry: ExportedEntry) => void

interface AuditCopyOptions {
  folder: string
  /** The user of this computer, because several may share the folder, but not a file. */
  username: string
  /** Called once if entries can't be copied, and again if that happens later. */
  onUnsaved(failure: UnformattedFailure): void
  log: LogFunction
}

/** Windows lacks the last two. */
const flags =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0)

/** Copies entries, as an export has them, to a file with one line of JSON each. The folder must exist. */
export function createAuditCopy({ folder, username, onUnsaved, log }: AuditCopyOptions): CopyEntry {
  const path = join(folder, `latchkey-${username.replace(/[^\w.-]/g, '_') || 'user'}.jsonl`)
  let isFailing = false
  return ({ entry, hash }) => {
    try {
      // The last line may have been cut off.
      const start = isFailing ? '\n' : ''
      append(path, `${start}${JSON.stringify({ ...entry, hash })}\n`)
      isFailing = false
    } catch (error) {
      if (isFailing) return
      isFailing = true
      log("The audit log couldn't be copied.", { document: path, error })
      onUnsaved(createFailure('auditLog.notCopied', { path, reason: diskProblem(error) }))
    }
  }
}

function append(path: string, text: string): void {
  // guard: audit-copy-link
  const file = openSync(path, flags, 0o600)
  try {
    const stats = fstatSync(file)
    // guard: audit-copy-owner
    if (!stats.isFile() || (process.geteuid && stats.uid !== process.geteuid()))
      throw new IrregularFileError(path, stats.isDirectory())
    appendFileSync(file, text)
  } finally {
    closeSync(file)
  }
}
