import type { GpgKey } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { parseGpgKey } from '../account-gpg-keys.ts'
import { parseSshKey } from '../account-ssh-keys.ts'
import { sameSshKey } from '../../keys/ssh-public-key.ts'

/** Whether an SSH key of an account is the given one, by type and blob. */
export function matchesSshKey(line: string): (entry: SshKey) => boolean {
  const searchedKey = parseSshKey({ key: line })
  return (entry) => {
    const key = parseSshKey(entry)
    return searchedKey !== undefined && key !== undefined && sameSshKey(key, searchedKey)
  }
}

/** The GPG keys of an account that are the given one, by fingerprint. */
export async function withSameGpgKey(entries: readonly GpgKey[], block: string): Promise<GpgKey[]> {
  const fingerprint = await readFingerprint(block)
  const fingerprints = await Promise.all(entries.map(({ key }) => readFingerprint(key)))
  return entries.filter(
    (_, index) => fingerprint !== undefined && fingerprints[index] === fingerprint,
  )
}

/** It does not depend on the time. */
async function readFingerprint(key: string): Promise<string | undefined> {
  return (await parseGpgKey({ key }, 0))?.details.fingerprint
}
