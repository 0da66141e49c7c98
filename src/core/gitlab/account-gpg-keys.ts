import type { GpgKey } from '../../shared/gitlab/gpg-keys.ts'
import { readArmoredBlocks } from '../keys/armor.ts'
import { type GpgPublicKey, readGpgKey } from '../keys/gpg-public-key.ts'
import { MalformedKeyError } from '../keys/key-problem.ts'
import { SecretPacketError, splitGpgKeys } from '../keys/pgp-packets.ts'

/** Parses a GPG key from GitLab; undefined if it is unreadable. */
export async function parseGpgKey(
  { key }: Pick<GpgKey, 'key'>,
  now: number,
): Promise<GpgPublicKey | undefined> {
  try {
    const [packets] = readArmoredBlocks(key).flatMap(splitGpgKeys)
    return packets && (await readGpgKey(packets, now))
  } catch (error) {
    if (error instanceof MalformedKeyError || error instanceof SecretPacketError) return undefined
    throw error
  }
}
