import type { Refused, Skipped } from '../../../../shared/app/keys.ts'
import { findSecret } from '../../../keys/private-key.ts'
import { problemSentence } from '../../../keys/key-problem.ts'
import { type SshPublicKey, readPublicKeys, sameSshKey } from '../../../keys/ssh-public-key.ts'
import { refusedSecret, unreadable } from '../file-rows.ts'

/** What came of one file: a row for each key in it, or one that says why there is none. */
export type KeyRow =
  | {
      kind: 'key'
      /** The file's name as people know it. Never used to open anything. */
      file: string
      key: SshPublicKey
      /** Name of the file with the private key that belongs to it, if one was seen. */
      privateKey?: string
    }
  | Refused
  | Skipped

/**
 * Reads what a file holds. Secret material anywhere in it refuses it whole: none of its keys is a row then. Never throws: what is
 * made so that reading it fails costs its own file only.
 */
export function examine(file: string, content: Uint8Array | string, text: string): KeyRow[] {
  try {
    return examined(file, content, text)
  } catch {
    // guard: malformed-key
    return [unreadable(file)]
  }
}

function examined(file: string, content: Uint8Array | string, text: string): KeyRow[] {
  const secret = findSecret(content)
  // guard: secret-ssh-key
  if (secret !== undefined) return [refusedSecret(file, secret)]
  const { keys, problems } = readPublicKeys(text)
  return [
    ...distinct(keys).map((key): KeyRow => ({ kind: 'key', file, key })),
    ...problems.map((problem): KeyRow => {
      const said = { file, message: problemSentence(file, problem), hint: problem.next }
      return problem.kind === 'broken'
        ? { kind: 'refused', secret: false, ...said }
        : { kind: 'skipped', ...said }
    }),
  ]
}

function distinct(keys: readonly SshPublicKey[]): SshPublicKey[] {
  return keys.filter((key, at) => keys.findIndex((other) => sameSshKey(key, other)) === at)
}
