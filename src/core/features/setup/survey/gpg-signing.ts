import type { GpgKeyDetails, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { Survey } from './survey.ts'

/** A GPG key that can sign here, and whose signatures the instance verifies. */
export async function usableGpgKey(survey: Survey): Promise<JoinedGpgKey | undefined> {
  try {
    const { local } = await survey.gpgKeys()
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

/** Whether git’s name for a key (a fingerprint, the end of one, or an email) means this one. */
export function isNamed({ fingerprint, subkeys, userIds }: GpgKeyDetails, name: string): boolean {
  const id = name.replace(/^0x|!$/gi, '').toUpperCase()
  const isId = /^[0-9A-F]{8,}$/.test(id)
  return isId
    ? [fingerprint, ...subkeys.map((key) => key.fingerprint)].some((one) => one.endsWith(id))
    : userIds.some(({ text, email }) => email === name || text === name)
}
