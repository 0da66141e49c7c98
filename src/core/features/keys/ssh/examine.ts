import { message } from '../../../../shared/messages/message.ts'
import { findSecret, hasSecretData, isOnlyWords } from '../../../keys/private-key.ts'
import type { SecretKeyFormat } from '../../../keys/secret-bytes.ts'
import { problemMessage } from '../../../keys/key-problem.ts'
import { type SshPublicKey, readPublicKeys, sameSshKey } from '../../../keys/ssh-public-key.ts'
import { type UnusedFileRow, secretFileRow, unreadableFileRow } from '../file-rows.ts'

/** A key in a file, or the reason why it has none. */
export type SshKeyFileRow =
  | {
      kind: 'key'
      /** The file name, for display. Never used to open anything. */
      file: string
      key: SshPublicKey
      /** The name of its private key file, if found. */
      privateKey?: string
      /** Whether the private key has a passphrase; absent if its file doesn't reveal that. */
      hasPassphrase?: boolean | undefined
      /** Whether its comment was dropped because the comment or the file looks like part of a private key. */
      lostComment?: true
    }
  | UnusedFileRow

type KeyWithComment = Pick<Extract<SshKeyFileRow, { kind: 'key' }>, 'key' | 'lostComment'>

/**
 * Examines a file. A file with secret material anywhere is rejected entirely, without rows for its keys. If only words
 * in comments look secret, its keys just lose their comments. Never throws: a file crafted to break the parser affects
 * only its own row.
 */
export function examineSsh(
  file: string,
  content: Uint8Array | string,
  text: string,
): SshKeyFileRow[] {
  try {
    return examineContent(file, content, text)
  } catch {
    // guard: malformed-key
    return [unreadableFileRow(file)]
  }
}

function examineContent(file: string, content: Uint8Array | string, text: string): SshKeyFileRow[] {
  const secret = findSecret(content)
  const { keys, problems, withoutComments, comments, hasOnlyKeys } = readPublicKeys(text)
  const isInComments =
    secret !== undefined && keys.length > 0 && hasOnlyKeys && !findSecret(withoutComments)
  // guard: secret-ssh-key
  if (secret !== undefined && !(isInComments && isOnlyWords(comments) && !hasSecretData(content)))
    return [isInComments ? secretCommentRow(file, secret) : secretFileRow(file, secret)]
  return [
    ...uniqueKeys(keys).map((key): SshKeyFileRow => ({
      kind: 'key',
      file,
      ...(secret === undefined ? withHarmlessComment(key) : withoutComment(key)),
    })),
    ...problems.map((problem): SshKeyFileRow => {
      const reason = { file, message: problemMessage(file, problem), hint: problem.hint }
      return problem.kind === 'broken'
        ? { kind: 'refused', secret: false, ...reason }
        : { kind: 'skipped', ...reason }
    }),
  ]
}

/** Drops a key's comment if it looks like part of a private key. */
export function withHarmlessComment(key: SshPublicKey): KeyWithComment {
  return findSecret(key.comment) === undefined ? { key } : withoutComment(key)
}

function withoutComment(key: SshPublicKey): KeyWithComment {
  return key.comment === '' ? { key } : { key: { ...key, comment: '' }, lostComment: true }
}

function secretCommentRow(file: string, secret: SecretKeyFormat): UnusedFileRow {
  const reason = message('keyFiles.secretInComment')
  return {
    ...secretFileRow(file, secret),
    message: message('keyFiles.problem', { file, reason }),
    hint: message('keyFiles.removeCommentAndRetry'),
  }
}

function uniqueKeys(keys: readonly SshPublicKey[]): SshPublicKey[] {
  return keys.filter((key, at) => keys.findIndex((other) => sameSshKey(key, other)) === at)
}
