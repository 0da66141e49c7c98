import type { GpgKey } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { parseGpgKey } from '../account-gpg-keys.ts'
import { parseSshKey } from '../account-ssh-keys.ts'
import { sameSshKey } from '../../keys/ssh-public-key.ts'

/** Whether an account's SSH key equals the given one, by type and blob. */
export function matchesSshKey(line: string): (entry: SshKey) => boolean {
  const searchedKey = parseSshKey({ key: line })
  return (entry) => {
    const key = parseSshKey(entry)
    return searchedKey !== undefined && key !== undefined && sameSshKey(key, searchedKey)
  }
}

/** The account's GPG keys that equal the given one, by fingerprint. */
export async function withSameGpgKey(entries: readonly GpgKey[], block: string): Promise<GpgKey[]> {
  const fingerprint = await readFingerprint(block)
  const fingerprints = await Promise.all(entries.map(({ key }) => readFingerprint(key)))
  return entries.filter(
    (_, index) => fingerprint !== undefined && fingerprints[index] === fingerprint,
  )
}

/** Independent of the current time. */
async function readFingerprint(key: string): Promise<string | undefined> {
  return (await parseGpgKey({ key }, 0))?.details.fingerprint
}
