import type {
  GpgKeyDetails,
  GpgKeyLists,
  ListedGpgKey,
} from '../../../shared/operations/gpg-keys.ts'
import { FailureError } from '../../platform/failure.ts'
import type { FindGpgSigningKey, GpgSigningKey } from '../../keys/gpg-signing-key.ts'
import type { Computer } from '../../accounts/computers.ts'
import { type Git, readGit } from './git.ts'
import { readSigning, signingProgram } from './signing.ts'

/** A GPG key that can sign on this computer and whose signatures the instance verifies. */
export async function usableGpgKey(
  readKeys: () => Promise<GpgKeyLists>,
  findSigningKey: FindGpgSigningKey,
): Promise<ListedGpgKey | undefined> {
  try {
    const { local, account } = await readKeys()
    for (const key of local.filter(isUsable)) {
      const { fingerprint } = await findSigningKey(key.fingerprint)
      if (account.some(({ details }) => details && hasValidPart(details, fingerprint))) return key
    }
    return undefined
  } catch (error) {
    // If the instance doesn't respond, no key is treated as verified.
    if (error instanceof FailureError) return undefined
    throw error
  }
}

function isUsable(key: ListedGpgKey): boolean {
  const signs = [key, ...key.subkeys].some(
    ({ capabilities, expired, revoked }) => capabilities.includes('sign') && !expired && !revoked,
  )
  const isValid = key.hasPrivateKey && !key.expired && !key.revoked
  return signs && isValid && key.group === 'on-account' && key.unverified === undefined
}

/** Whether a copy of a key has this part, so that gpg accepts its signatures. */
function hasValidPart(key: GpgKeyDetails, fingerprint: string | undefined): boolean {
  const part = [key, ...key.subkeys].find((other) => other.fingerprint === fingerprint)
  return part !== undefined && [key, part].every(({ expired, revoked }) => !expired && !revoked)
}

/** The key that gpg finds for the name that git passes. */
export interface GpgSigner extends GpgSigningKey {
  name: string
}

/** Looks up the name that git passes to gpg. */
export async function findGpgSigner(
  { settings }: Git,
  name: string,
  findSigningKey: FindGpgSigningKey,
): Promise<GpgSigner> {
  return { name, ...(await findSigningKey(name, signingProgram(settings, 'openpgp'))) }
}

/** The GPG key in `user.signingkey`, outside of repositories. `said` explains why git or gpg didn't respond. */
export async function readGitSigner(
  { home, environment }: Pick<Computer, 'home' | 'environment'>,
  findSigningKey: FindGpgSigningKey,
): Promise<Partial<GpgSigner> | undefined> {
  const git = await readGit(environment)
  if (!('config' in git)) return git.said === undefined ? undefined : { said: git.said }
  const { format, key } = readSigning(git, home)
  if (format !== 'openpgp' || key === undefined) return undefined
  return findGpgSigner(git, key, findSigningKey)
}
