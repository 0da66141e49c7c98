import { constants } from 'node:buffer'
import { diskProblem } from '../infra/files/disk-errors.ts'
import { readRegularFile } from '../infra/files/regular-file.ts'
import { t } from '../infra/messages.ts'
import { type Problem, type Verdict, verifyExport } from './verify-export.ts'
import { type MessageId, message } from '../../shared/messages/message.ts'

/** Exit codes of `--verify-log`; `unreadable` also if no file was named. */
const exitCodes = { intact: 0, damaged: 1, unreadable: 2 }

const sentences: Record<Problem['kind'], MessageId> = {
  damaged: 'auditLog.verifyDamaged',
  missing: 'auditLog.verifyMissing',
  misplaced: 'auditLog.verifyMisplaced',
  cut: 'auditLog.verifyCut',
}

/** Problems that are printed. */
const maxProblems = 20

/** `--verify-log FILE`: prints whether an export of the audit log is intact; returns the exit code. */
export function verifyLogFile(file: string, print: (line: string) => void): number {
  const verdict = file === '' ? undefined : readVerdict(file, print)
  if (file === '') print(t('auditLog.verifyNeedsFile'))
  if (!verdict) return exitCodes.unreadable
  const { entries, isWhole, lastHash, problems } = verdict
  print(t('auditLog.verifyEntries', { count: entries }))
  for (const { kind, line } of problems.slice(0, maxProblems)) print(t(sentences[kind], { line }))
  if (problems.length > 0) return exitCodes.damaged
  print(t(isWhole ? 'auditLog.verifyIntact' : 'auditLog.verifySelection'))
  print(t('auditLog.lastHashIs', { hash: lastHash! }))
  print(t('auditLog.verifyLimits'))
  return exitCodes.intact
}

function readVerdict(file: string, print: (line: string) => void): Verdict | undefined {
  try {
    const verdict = verifyExport(readRegularFile(file, constants.MAX_STRING_LENGTH).toString())
    if (!verdict) print(t('auditLog.verifyNoExport', { file }))
    return verdict
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isGone ? message('auditLog.verifyNoFile') : diskProblem(error)
    print(t('auditLog.verifyUnreadable', { file, reason }))
    return undefined
  }
}
