import { FailureError } from '../../../infra/failure.ts'
import type { GpgKey } from '../../../../shared/service/gpg-keys.ts'
import { parseGpgKey } from '../../../keys/account-gpg-keys.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'
import type { RenewalPlan } from '../key-kind.ts'
import type { GpgKeyTypes } from './gpg-key-kind.ts'
import { newParts } from './new-parts.ts'
import { blockToSend, refuseUnlessOnePublicKey } from './sent-gpg-key.ts'

/** How a key of the account is replaced by this computer's newer copy. Throws where one of the two could not be sent. */
export async function planGpgRenewal(
  old: GpgKey,
  local: GpgPublicKey,
  now: number,
): Promise<RenewalPlan<GpgKeyTypes> | undefined> {
  const parsed = await parseGpgKey(old, now)
  if (!parsed) throw unreadable()
  const { details, packets } = parsed
  const { fingerprint } = details
  if (fingerprint !== local.details.fingerprint) throw anotherKey()
  if (newParts(local, parsed).length === 0) return undefined
  const block = await blockToSend('The key of this computer', local.packets)
  refuseUnlessOnePublicKey('The key of the account', old.key)
  return {
    name: fingerprint,
    before: { key: old.key },
    after: { key: block },
    examined: {
      file: 'the account',
      identity: fingerprint,
      details,
      packets,
      hasPrivateKey: false,
    },
    oldKey: { fingerprint, publicKey: old.key },
  }
}

function unreadable(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message:
      'The block that the service has of this key could not be read, so it could not be added again.',
    hint: 'Nothing was changed. Delete it and import it anew, if you have the key.',
  })
}

function anotherKey(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: 'The local key and the key of the account are different keys.',
    hint: 'Nothing was changed. Read the lists again, or import the local key as a new one.',
  })
}
