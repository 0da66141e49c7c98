import type { Refused, Skipped } from '../../../shared/app/keys.ts'
import { secretRefusal } from '../../keys/private-key.ts'

/** What came of one file: a row for each key in it, or one that says why there is none. */
export type FileRow<Key> = { kind: 'key'; key: Key } | Refused | Skipped

/** The same for screens. */
export type LocalRow<LocalKey> = LocalKey | Refused | Skipped

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

/** Why a file is skipped that is larger than so many bytes. */
export function tooLarge(fileLimit: number): string {
  return `is larger than ${fileLimit / 1024} KiB, so it is no file of your keys`
}
