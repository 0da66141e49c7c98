import { join } from 'node:path'
import type { LocalSshKey } from '../../../../shared/operations/local-keys.ts'
import type { Computer } from '../../../accounts/computers.ts'
import { isUnprotected } from '../../../keys/passphrase.ts'
import { passphraseCommand } from '../../../keys/public-key-command.ts'

/** A private key in `~/.ssh` without a passphrase. */
export interface UnprotectedKey {
  fingerprint: string
  /** Its file, for display. */
  file: string
  /** The command that sets a passphrase. */
  command: string
}

/** Private keys that anyone with a copy of the file could use. */
export async function findUnprotectedKeys(
  keys: readonly LocalSshKey[],
  { home, environment }: Computer,
): Promise<UnprotectedKey[]> {
  const unprotected = await Promise.all(
    keys.map(async ({ fingerprint, privateKey, type }) => {
      if (privateKey === undefined) return []
      const path = join(home, privateKey.replace(/^~/, ''))
      if (!(await isUnprotected({ type, path }, environment))) return []
      return [{ fingerprint, file: privateKey, command: passphraseCommand(path) }]
    }),
  )
  return unprotected.flat()
}
