import type { GpgKeyLists, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { Git } from './git.ts'

/** Secret keys of this computer's gpg. */
export interface SecretGpgKeys {
  /** Of one key and its subkeys, as far as they can sign now; none where gpg has none of the name. */
  fingerprints: string[]
  /** Why gpg gave no answer. */
  said?: string
}

/** Finds the keys that gpg would sign with for a name of `--local-user`; in a program other than the usual gpg if one is given. */
export type FindSecretGpgKeys = (name: string, program?: string) => Promise<SecretGpgKeys>

/** A GPG key that can sign here, and whose signatures the instance verifies. */
export async function usableGpgKey(
  readKeys: () => Promise<GpgKeyLists>,
): Promise<JoinedGpgKey | undefined> {
  try {
    const { local } = await readKeys()
    return local.find(isUsable)
  } catch (error) {
    // Without an answer of the instance, none is known to be verified.
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

/** The secret keys that gpg finds by the name that git hands it. */
export interface GpgSigner extends SecretGpgKeys {
  name: string
}

/** Asks gpg by the name that git hands it. */
export async function findGpgSigner(
  { config }: Git,
  name: string,
  findSecretKeys: FindSecretGpgKeys,
): Promise<GpgSigner> {
  const program = config.get('gpg.openpgp.program') ?? config.get('gpg.program')
  return { name, ...(await findSecretKeys(name, program)) }
}
