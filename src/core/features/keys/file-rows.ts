import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { textOf } from '../../platform/messages.ts'
import { describeSecret } from '../../keys/private-key.ts'
import type { SecretKeyFormat } from '../../keys/secret-bytes.ts'

/** A file that contains a secret or a malformed key. */
export interface RefusedFileRow extends Omit<RefusedFile, 'message' | 'hint'> {
  message: Message
  hint: Message
}

/** A file without a key to import. */
export interface SkippedFileRow extends Omit<SkippedFile, 'message' | 'hint'> {
  message: Message
  hint?: Message
}

export type UnusedFileRow = RefusedFileRow | SkippedFileRow

/** A key in a file, or the reason why it has none. */
export type KeyFileRow<Key> = { kind: 'key'; key: Key } | UnusedFileRow

/** The row for a file with secret material. */
export function secretFileRow(file: string, secret: SecretKeyFormat): RefusedFileRow {
  return { kind: 'refused', file, secret: true, format: secret, ...describeSecret(file, secret) }
}

/** The row for a file that couldn't be examined and may therefore contain a secret. */
export function unreadableFileRow(file: string): RefusedFileRow {
  return refusedFileRow(file, message('keyFiles.notReadableAsKey'), message('keyFiles.exportAgain'))
}

export function refusedFileRow(file: string, reason: Message, hint: Message): RefusedFileRow {
  const problem = message('keyFiles.problem', { file, reason })
  return { kind: 'refused', file, secret: false, message: problem, hint }
}

export function skippedKeyFile(file: string, reason: Message): SkippedFileRow {
  return { kind: 'skipped', file, message: message('keyFiles.problem', { file, reason }) }
}

/** The reason for skipping a file larger than `fileLimit` bytes. */
export function fileTooLarge(fileLimit: number): Message {
  return message('keyFiles.tooLarge', { kibibytes: fileLimit / 1024 })
}

/** Formats a row for the UI. */
export function formatFileRow(row: UnusedFileRow): RefusedFile | SkippedFile {
  const text = { message: textOf(row.message), reason: textOf(withoutFile(row.message)) }
  return row.kind === 'refused'
    ? { ...row, ...text, hint: textOf(row.hint) }
    : { ...row, ...text, hint: row.hint && textOf(row.hint) }
}

function withoutFile({ values: { reason, line } = {} }: Message): Message {
  const reasonMessage = reason as Message
  return line === undefined
    ? reasonMessage
    : message('keyFiles.inLine', { line, reason: reasonMessage })
}
