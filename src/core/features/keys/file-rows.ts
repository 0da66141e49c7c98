import type { RefusedRow, SkippedRow } from '../../../shared/app/keys.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { textOf } from '../../infra/messages.ts'
import { describeSecret } from '../../keys/private-key.ts'
import type { SecretKind } from '../../keys/secret-bytes.ts'

/** A file that holds a secret, or a broken key. */
export interface RefusedFile extends Omit<RefusedRow, 'message' | 'hint'> {
  message: Message
  hint: Message
}

/** A file without a key to import. */
export interface SkippedFile extends Omit<SkippedRow, 'message' | 'hint'> {
  message: Message
  hint?: Message
}

export type UnusedFile = RefusedFile | SkippedFile

/** A key of a file, or why the file gives none. */
export type FileRow<Key> = { kind: 'key'; key: Key } | UnusedFile

/** The same for screens. */
export type LocalRow<LocalKey> = LocalKey | RefusedRow | SkippedRow

/** The row of a file that holds secret material. */
export function refusedSecret(file: string, secret: SecretKind): RefusedFile {
  return { kind: 'refused', file, secret: true, ...describeSecret(file, secret) }
}

/** The row of a file that could not be examined, so that it may even hold a secret. */
export function unreadable(file: string): RefusedFile {
  return refused(file, message('keyFiles.notReadableAsKey'), message('keyFiles.exportAgain'))
}

export function refused(file: string, reason: Message, hint: Message): RefusedFile {
  const problem = message('keyFiles.problem', { file, reason })
  return { kind: 'refused', file, secret: false, message: problem, hint }
}

export function skipped(file: string, reason: Message): SkippedFile {
  return { kind: 'skipped', file, message: message('keyFiles.problem', { file, reason }) }
}

/** Why a file of more than so many bytes is skipped. */
export function tooLarge(fileLimit: number): Message {
  return message('keyFiles.tooLarge', { kibibytes: fileLimit / 1024 })
}

/** The row in words. */
export function formatUnused(row: UnusedFile): RefusedRow | SkippedRow {
  const words = textOf(row.message)
  return row.kind === 'refused'
    ? { ...row, message: words, hint: textOf(row.hint) }
    : { ...row, message: words, hint: row.hint && textOf(row.hint) }
}
