import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { GpgKey } from '../../../../shared/service/gpg-keys.ts'
import { parseGpgKey } from '../../../keys/account-gpg-keys.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'
import type { RenewalPlan } from '../key-kind.ts'
import type { GpgKeyTypes } from './gpg-key-kind.ts'
import { newParts } from './new-parts.ts'
import { blockToSend, refuseUnlessOnePublicKey } from './sent-gpg-key.ts'

/** How a key of the account is replaced by this computer's newer copy. Throws where either could not be sent. */
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
  const block = await blockToSend(message('keys.localKey'), local.packets)
  refuseUnlessOnePublicKey(message('keys.accountKey'), old.key)
  return {
    before: { key: old.key },
    after: { key: block },
    examined: {
      file: 'the account',
      identity: fingerprint,
      details,
      packets,
      hasPrivateKey: false,
    },
    backup: { fingerprint, publicKey: old.key },
  }
}

function unreadable(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keys.unreadableGpgKey'),
    hint: message('keys.deleteAndImport'),
  })
}

function anotherKey(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keys.differentKeys'),
    hint: message('keys.reloadOrImport'),
  })
}
