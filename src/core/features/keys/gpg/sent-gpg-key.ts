import { FailureError } from '../../../infra/failure.ts'
import { refuseSecret } from '../../../keys/private-key.ts'
import { armoured, publicBlocksIn } from '../../../keys/armor.ts'
import { SecretPacket, publicKeysIn } from '../../../keys/pgp-packets.ts'

/**
 * What is sent of a key: one block of the packets of this one public key, and nothing else. Checked as if it came from
 * somebody else: it must hold no secret, and be exactly one key.
 */
export async function blockToSend(name: string, packets: Buffer): Promise<string> {
  // guard: second-check-gpg
  refuseSecret(name, packets)
  const block = await armoured(packets)
  refuseUnlessOnePublicKey(name, block)
  return block
}

/** The same check for a block that a service gave and that is to be put back as it was. */
export function refuseUnlessOnePublicKey(name: string, block: string): void {
  // guard: second-check-gpg-block
  refuseSecret(name, block)
  if (countOfKeys(block) === 1) return
  throw new FailureError({
    kind: 'invalid',
    message: `${name} is not one single public key, so it could not be sent.`,
    hint: 'Nothing was sent. Choose the public key again.',
  })
}

function countOfKeys(block: string): number {
  try {
    return publicBlocksIn(block).flatMap(publicKeysIn).length
  } catch (error) {
    if (error instanceof SecretPacket) return 0
    throw error
  }
}
