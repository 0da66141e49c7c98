import { createFailureError } from '../platform/failures.ts'
import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { type Message, type Text, message } from '../../shared/messages/message.ts'
import { FailureError } from '../platform/failure.ts'
import { diskProblem } from '../platform/files/disk-errors.ts'
import { FileTooLargeError } from '../platform/files/file-errors.ts'
import { readRegularFile } from '../platform/files/regular-file.ts'
import { escapeControls } from '../platform/log/escape-controls.ts'
import { textOf } from '../platform/messages.ts'
import {
  type Verdict,
  isCsvExport,
  readHead,
  verifyCsvExport,
  verifyJsonExport,
} from './verify-export.ts'

/** Exit codes of `--verify-log`; `unreadable` also covers a missing file argument. */
const exitCodes = { intact: 0, damaged: 1, unreadable: 2 }

/** Maximum number of damaged lines to print. */
const maxLines = 20

/** Maximum size of a file in MB. */
const maxMegabytes = 256

/** A file that the page has read. */
interface NamedText {
  name: string
  text: string
}

/** Checks files selected in the UI. Throws a `FailureError` if they aren't an export. */
export async function verifyChosenFiles(files: readonly NamedText[]) {
  // A CSV export's JSON file is shorter and has no columns.
  const csv = files.find(({ text }) => isCsvExport(text))
  const file = csv ?? files[0]!
  const describingFile = csv && files.find((other) => other !== csv)
  const verdict = await verifyText(file.name, file.text, () => describingFile?.text)
  return {
    isIntact: isIntact(verdict),
    report: describe(verdict).map(textOf),
    lastHash: verdict.lastHash,
  }
}

/** `--verify-log FILE`: prints whether an audit log export is intact; returns the exit code. */
export async function verifyLogFile(file: string, print: (line: string) => void): Promise<number> {
  const say = (text: Text) => print(escapeControls(textOf(text)))
  try {
    const verdict = await verifyFile(file)
    for (const text of describe(verdict)) say(text)
    return isIntact(verdict) ? exitCodes.intact : exitCodes.damaged
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    say(error.failure.message)
    return exitCodes.unreadable
  }
}

function isIntact({ damagedLines, isComplete, isRewritten }: Verdict): boolean {
  return damagedLines.length === 0 && isComplete && !isRewritten
}

function describe(verdict: Verdict): Message[] {
  const { entries, gaps } = verdict
  return [
    message('auditLog.verifyEntries', { count: entries }),
    ...describeState(verdict),
    ...gaps.files.map((file) => message('auditLog.verifyGap', { file })),
    ...andMore(gaps.count - gaps.files.length),
  ]
}

const andMore = (count: number) => (count > 0 ? [message('queue.more', { count })] : [])

function describeState(verdict: Verdict): Message[] {
  const { isWhole, lastHash, damagedLines, isRewritten } = verdict
  if (isRewritten) return [message('auditLog.verifyRewritten', { count: damagedLines.length })]
  if (damagedLines.length > 0) {
    const lines = damagedLines.slice(0, maxLines)
    return [
      ...lines.map((line) => message('auditLog.verifyDamaged', { line })),
      ...andMore(damagedLines.length - lines.length),
    ]
  }
  if (!isIntact(verdict)) return [message('auditLog.verifyIncomplete')]
  return [
    message(isWhole ? 'auditLog.verifyIntact' : 'auditLog.verifySelection'),
    message('auditLog.lastHashIs', { hash: lastHash }),
    message('auditLog.verifyLimits'),
  ]
}

/** Throws a `FailureError` if the file isn't an export or can't be read. */
async function verifyFile(file: string): Promise<Verdict> {
  if (file === '') throw createFailureError('auditLog.verifyNeedsFile')
  const { text, isText } = readText(file)
  const verdict = await verifyText(file, text, (describingFile) =>
    existsSync(describingFile) ? readText(describingFile).text : undefined,
  )
  return { ...verdict, isRewritten: verdict.isRewritten || !isText }
}

/** Checks an export; `readSidecar` returns the file describing a CSV file, if there is one. */
async function verifyText(
  file: string,
  text: string,
  readSidecar: (name: string) => string | undefined,
): Promise<Verdict> {
  if (!isCsvExport(text)) {
    const verdict = await verifyJsonExport(text)
    if (!verdict) throw createFailureError('auditLog.verifyNoExport', { file })
    return verdict
  }
  const describingFile = `${file}.json`
  const description = readSidecar(describingFile)
  if (description === undefined)
    throw createFailureError('auditLog.verifyAlone', { file, beside: describingFile })
  const head = readHead(description)
  if (!head) throw createFailureError('auditLog.verifyNoExport', { file: describingFile })
  return await verifyCsvExport(text, head)
}

function readText(file: string): { text: string; isText: boolean } {
  try {
    const bytes = readRegularFile(file, maxMegabytes * 2 ** 20)
    return { text: bytes.toString('utf8'), isText: isUtf8(bytes) }
  } catch (error) {
    if (error instanceof FileTooLargeError)
      throw createFailureError('auditLog.verifyUnreadable', {
        file,
        reason: message('auditLog.verifyTooLarge', { max: maxMegabytes }),
      })
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw createFailureError('auditLog.verifyUnreadable', {
      file,
      reason: isGone ? message('auditLog.verifyNoFile') : diskProblem(error),
    })
  }
}
