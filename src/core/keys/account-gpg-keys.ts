import type { GpgKey } from '../../shared/service/gpg-keys.ts'
import { publicBlocksIn } from './armor.ts'
import { type GpgPublicKey, readGpgKey } from './gpg-public-key.ts'
import { PgpProblem, SecretPacket, publicKeysIn } from './pgp-packets.ts'

/** A key of an account with what its block holds, where that could be read. */
export interface ReadAccountKey {
  entry: GpgKey
  key?: GpgPublicKey
}

/** All GPG keys of somebody, read. */
export async function allGpgKeys(
  owner: { list(): Promise<GpgKey[]> },
  now: number,
): Promise<ReadAccountKey[]> {
  const list = await owner.list()
  return Promise.all(list.map(async (entry) => ({ entry, key: await keyOfAccount(entry, now) })))
}

/** The key that a service's block holds; undefined where it cannot be read. */
export async function keyOfAccount(
  { key }: Pick<GpgKey, 'key'>,
  now: number,
): Promise<GpgPublicKey | undefined> {
  try {
    const [packets] = publicBlocksIn(key).flatMap(publicKeysIn)
    return packets && (await readGpgKey(packets, now))
  } catch (error) {
    if (error instanceof PgpProblem || error instanceof SecretPacket) return undefined
    throw error
  }
}

/** The entry that is this key, by fingerprint. */
export function findGpgKey(
  list: readonly ReadAccountKey[],
  fingerprint: string,
): ReadAccountKey | undefined {
  return list.find(({ key }) => key?.details.fingerprint === fingerprint)
}
