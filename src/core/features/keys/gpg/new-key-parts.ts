import type { GpgKeyDetails } from '../../../../shared/operations/gpg-keys.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'

/** Lists what a local key has that's missing from the account's copy. */
export function describeNewParts(local: GpgPublicKey, account: GpgPublicKey): Message[] {
  // The account's copy is newer.
  if (local.changedAt < account.changedAt) return []
  const [here, there] = [local.details, account.details]
  if (here.revoked) return there.revoked ? [] : [message('keys.partRevoked')]
  return [
    ...(here.expires !== there.expires ? [expiryMessage(here)] : []),
    ...describeNewSubkeys(here, there),
    ...describeNewNames(here, there),
  ]
}

function describeNewSubkeys(here: GpgKeyDetails, there: GpgKeyDetails): Message[] {
  return here.subkeys.flatMap((subkey) => {
    const { keyId, expires, revoked, fingerprint } = subkey
    const known = there.subkeys.find((other) => other.fingerprint === fingerprint)
    if (!known) return [subkeyMessage(subkey)]
    return [
      ...(revoked && !known.revoked ? [message('keys.partSubkeyRevoked', { keyId })] : []),
      ...(expires !== known.expires
        ? [message('keys.partSubkeyExpiry', { keyId, expiry: expiryMessage(subkey) })]
        : []),
    ]
  })
}

function describeNewNames(here: GpgKeyDetails, there: GpgKeyDetails): Message[] {
  return here.userIds.flatMap(({ text: name, revoked }) => {
    const known = there.userIds.find((other) => other.text === name)
    if (!known) return revoked ? [] : [message('keys.partName', { name })]
    return revoked && !known.revoked ? [message('keys.partNameRevoked', { name })] : []
  })
}

function subkeyMessage({ keyId, capabilities }: GpgKeyDetails['subkeys'][number]): Message {
  if (capabilities.length === 0) return message('keys.partSubkey', { keyId })
  const uses = capabilities.map((capability) => message(`gpgKeys.use_${capability}`))
  return message('keys.partSubkeyFor', { keyId, uses })
}

function expiryMessage({ expires }: Pick<GpgKeyDetails, 'expires'>): Message {
  return expires === undefined
    ? message('keys.partNoExpiry')
    : message('keys.partExpires', { date: new Date(expires) })
}
