import type { GpgKey } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { parseGpgKey } from '../account-gpg-keys.ts'
import { parseSshKey } from '../account-ssh-keys.ts'
import { sameSshKey } from '../../keys/ssh-public-key.ts'

/** Whether an account's SSH key has the same type and blob as this one. */
export function matchesSshKey(line: string): (entry: SshKey) => boolean {
  const searchedKey = parseSshKey({ key: line })
  return (entry) => {
    const key = parseSshKey(entry)
    return searchedKey !== undefined && key !== undefined && sameSshKey(key, searchedKey)
  }
}

/** The account's GPG keys with the same fingerprint as this one. */
export async function withSameGpgKey(entries: readonly GpgKey[], block: string): Promise<GpgKey[]> {
  const fingerprint = await readFingerprint(block)
  const fingerprints = await Promise.all(entries.map(({ key }) => readFingerprint(key)))
  return entries.filter(
    (_, index) => fingerprint !== undefined && fingerprints[index] === fingerprint,
  )
}

/** The result doesn't depend on the current time. */
async function readFingerprint(key: string): Promise<string | undefined> {
  return (await parseGpgKey({ key }, 0))?.details.fingerprint
}
