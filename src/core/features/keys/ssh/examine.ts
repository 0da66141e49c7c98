import { findSecret, secretRefusal } from '../../../keys/private-key.ts'
import { problemSentence } from '../../../keys/key-problem.ts'
import { type SshPublicKey, readPublicKeys, sameSshKey } from '../../../keys/ssh-public-key.ts'

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

/** Must not be used: it holds a secret, or was meant to be a public key and is none. */
interface Refused {
  kind: 'refused'
  file: string
  /** Whether it holds secret key material. */
  secret: boolean
  message: string
  hint: string
}

/** Nothing to import, and nothing wrong. */
export interface Skipped {
  kind: 'skipped'
  file: string
  message: string
  hint?: string
}

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

/** The row of a file that holds secret material. */
export function refusedSecret(file: string, secret: string): Refused {
  return { kind: 'refused', file, secret: true, ...secretRefusal(file, secret) }
}

/** The row of a file that nothing can be said of, not even that it holds no secret. */
export function unreadable(file: string): Refused {
  const message = `${file} can't be read as a key, so nothing of it was used.`
  return { kind: 'refused', file, secret: false, message, hint: 'Export the public key again.' }
}

export function skipped(file: string, what: string): Skipped {
  return { kind: 'skipped', file, message: `${file} ${what}.` }
}

function distinct(keys: readonly SshPublicKey[]): SshPublicKey[] {
  return keys.filter((key, at) => keys.findIndex((other) => sameSshKey(key, other)) === at)
}
