import type { GpgKeyLists, JoinedGpgKey } from '../../../../shared/operations/gpg-keys.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { FindSecretGpgKeys, SecretGpgKeys } from '../../../keys/secret-gpg-keys.ts'
import type { Git } from './git.ts'

/** A GPG key that can sign on this computer and whose signatures the instance verifies. */
export async function usableGpgKey(
  readKeys: () => Promise<GpgKeyLists>,
): Promise<JoinedGpgKey | undefined> {
  try {
    const { local } = await readKeys()
    return local.find(isUsable)
  } catch (error) {
    // If the instance doesn't respond, no key is treated as verified.
    if (error instanceof FailureError) return undefined
    throw error
  }
}

function isUsable(key: JoinedGpgKey): boolean {
  const signs = [key, ...key.subkeys].some(
    ({ capabilities, expired, revoked }) => capabilities.includes('sign') && !expired && !revoked,
  )
  const isValid = key.hasPrivateKey && !key.expired && !key.revoked
  return signs && isValid && key.state !== 'new' && key.unverified === undefined
}

/** The secret keys that gpg finds for the name that git passes. */
export interface GpgSigner extends SecretGpgKeys {
  name: string
}

/** Looks up the name that git passes to gpg. */
export async function findGpgSigner(
  { config }: Git,
  name: string,
  findSecretKeys: FindSecretGpgKeys,
): Promise<GpgSigner> {
  const program = config.get('gpg.openpgp.program') ?? config.get('gpg.program')
  return { name, ...(await findSecretKeys(name, program)) }
}
