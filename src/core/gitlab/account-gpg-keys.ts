import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { GpgKey } from '../../shared/gitlab/gpg-keys.ts'
import { readArmoredBlocks } from '../keys/armor.ts'
import { type GpgPublicKey, readGpgKey } from '../keys/gpg-public-key.ts'
import { MalformedKeyError } from '../keys/key-problem.ts'
import { SecretPacketError, splitGpgKeys } from '../keys/pgp-packets.ts'
import { TaskLimiter } from '../platform/task-limiter.ts'

/** Keys are parsed one after another, so that others are answered in between. */
// guard: gpg-turns
const turns = new TaskLimiter(1)

/** Parses a GPG key from GitLab; undefined if it is unreadable. */
export async function parseGpgKey(
  { key }: Pick<GpgKey, 'key'>,
  now: number,
): Promise<GpgPublicKey | undefined> {
  try {
    return await turns.take(async () => {
      await yieldToEventLoop()
      const [packets] = readArmoredBlocks(key).flatMap(splitGpgKeys)
      return packets && (await readGpgKey(packets, now))
    })
  } catch (error) {
    if (error instanceof MalformedKeyError || error instanceof SecretPacketError) return undefined
    throw error
  }
}
