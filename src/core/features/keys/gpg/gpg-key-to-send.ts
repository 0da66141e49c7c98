import type { Buffer } from 'node:buffer'
import { type MessageValue, message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { assertNoSecretKey } from '../../../keys/private-key.ts'
import { toArmoredBlock, readArmoredBlocks } from '../../../keys/armor.ts'
import { SecretPacketError, splitGpgKeys } from '../../../keys/pgp-packets.ts'

/**
 * The block that is sent: the packets of this one public key, and nothing else. They are checked like a file from outside: they must
 * hold no secret, and be exactly one key.
 */
export async function gpgKeyToSend(name: MessageValue, packets: Buffer): Promise<string> {
  // guard: second-check-gpg
  assertNoSecretKey(name, packets)
  assertOneKey(name, [packets])
  return toArmoredBlock(packets)
}

/** The same check for a block of the service, which a failed renewal sends back. */
export function assertOnePublicKey(name: MessageValue, block: string): void {
  // guard: second-check-gpg-block
  assertNoSecretKey(name, block)
  assertOneKey(name, readArmoredBlocks(block))
}

function assertOneKey(name: MessageValue, blocks: readonly Buffer[]): void {
  if (countKeys(blocks) === 1) return
  throw new FailureError({
    kind: 'invalid',
    message: message('keyFiles.problem', { file: name, reason: message('keys.notOnePublicKey') }),
    hint: message('keys.chooseAgain'),
  })
}

function countKeys(blocks: readonly Buffer[]): number {
  try {
    return blocks.flatMap(splitGpgKeys).length
  } catch (error) {
    if (error instanceof SecretPacketError) return 0
    throw error
  }
}
