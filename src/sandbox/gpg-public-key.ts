import { currentTime } from '../shared/clock.ts'

/** What identifies an OpenPGP key, in upper-case hex digits. */
export interface GpgPublicKey {
  fingerprint: string
  primaryKeyId: string
}

/** Reads an armored block; undefined where it does not hold exactly one public key with a name that it signed itself. */
export async function parseGpgPublicKey(
  armored: string,
  now = new Date(currentTime()),
): Promise<GpgPublicKey | undefined> {
  // Whoever adds no such key need not wait for the parser at the start.
  const { readKeys } = await import('openpgp')
  try {
    const [key, ...others] = await readKeys({ armoredKeys: armored })
    if (!key || others.length > 0 || key.isPrivate()) return undefined
    // As GnuPG does on import. Whether the key itself has expired does not count.
    const names = await key.verifyAllUsers(undefined, now)
    if (!names.some(({ valid }) => valid)) return undefined
    return {
      fingerprint: key.getFingerprint().toUpperCase(),
      primaryKeyId: key.getKeyID().toHex().toUpperCase(),
    }
  } catch {
    return undefined
  }
}
