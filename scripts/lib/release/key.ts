import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto'
import { readPublicKey } from '../package/updates.ts'

/**
 * Reads the key that signs a release from `LATCHKEY_RELEASE_KEY` (PKCS#8, PEM); undefined if it isn’t set. Throws if
 * the key doesn’t match the public key in the packages, because installed apps wouldn’t accept its signatures.
 */
export function releaseKey(environment: Record<string, string | undefined>): KeyObject | undefined {
  const publicKey = readPublicKey(environment)
  const pem = environment.LATCHKEY_RELEASE_KEY
  if (!pem) {
    if (publicKey) throw new Error('LATCHKEY_UPDATE_KEY is set, but LATCHKEY_RELEASE_KEY is not.')
    return undefined
  }
  const key = parsed(pem)
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error('LATCHKEY_RELEASE_KEY is not a private Ed25519 key in PEM.')
  const derivedKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
  if (publicKey && publicKey !== derivedKey)
    throw new Error('LATCHKEY_RELEASE_KEY is not the private half of LATCHKEY_UPDATE_KEY.')
  return key
}

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
