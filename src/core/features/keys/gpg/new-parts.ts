import type { GpgKeyDetails } from '../../../../shared/app/gpg-keys.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'

/** What a local key has that the account's copy of it has not, as ends of a sentence that begins with the local key. */
export function newParts(local: GpgPublicKey, account: GpgPublicKey): string[] {
  // The account's copy is newer: it has the news.
  if (local.changedAt < account.changedAt) return []
  const [here, there] = [local.details, account.details]
  if (here.revoked) return there.revoked ? [] : ['is revoked']
  return [
    ...(here.expires !== there.expires ? [expiryWords(here)] : []),
    ...subkeyNews(here, there),
    ...nameNews(here, there),
  ]
}

function subkeyNews(here: GpgKeyDetails, there: GpgKeyDetails): string[] {
  return here.subkeys.flatMap((subkey) => {
    const known = there.subkeys.find(({ fingerprint }) => fingerprint === subkey.fingerprint)
    const name = `the subkey ${subkey.keyId}`
    if (!known) return [`has ${name} to ${subkey.capabilities.join(' and ') || 'use'}`]
    return [
      ...(subkey.revoked && !known.revoked ? [`has revoked ${name}`] : []),
      ...(subkey.expires !== known.expires ? [`has ${name}, which ${expiryWords(subkey)}`] : []),
    ]
  })
}

function nameNews(here: GpgKeyDetails, there: GpgKeyDetails): string[] {
  return here.userIds.flatMap(({ text, revoked }) => {
    const known = there.userIds.find((other) => other.text === text)
    if (!known) return revoked ? [] : [`has the name ${text}`]
    return revoked && !known.revoked ? [`has revoked the name ${text}`] : []
  })
}

function expiryWords({ expires }: Pick<GpgKeyDetails, 'expires'>): string {
  return expires === undefined ? 'does not expire' : `expires on ${expires.slice(0, 10)}`
}
