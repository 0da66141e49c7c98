import type { GpgKey } from '../../shared/service/gpg-keys.ts'
import { publicBlocksIn } from './armor.ts'
import { type GpgPublicKey, readGpgKey } from './gpg-public-key.ts'
import { MalformedKey } from './key-problem.ts'
import { SecretPacket, publicKeysIn } from './pgp-packets.ts'

/** The key that a service's block holds; undefined where it cannot be read. */
export async function parseGpgKey(
  { key }: Pick<GpgKey, 'key'>,
  now: number,
): Promise<GpgPublicKey | undefined> {
  try {
    const [packets] = publicBlocksIn(key).flatMap(publicKeysIn)
    return packets && (await readGpgKey(packets, now))
  } catch (error) {
    if (error instanceof MalformedKey || error instanceof SecretPacket) return undefined
    throw error
  }
}
