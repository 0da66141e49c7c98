import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { GpgKey } from '../../../../shared/service/gpg-keys.ts'
import { parseGpgKey } from '../../../keys/account-gpg-keys.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'
import type { RenewalPlan } from '../key-kind.ts'
import type { GpgKeyTypes } from './gpg-key-kind.ts'
import { describeNewParts } from './new-parts.ts'
import { gpgKeyToSend, assertOnePublicKey } from './gpg-key-to-send.ts'

/** How a key of the account is replaced by this computer's newer copy. Throws where either could not be sent. */
export async function planGpgRenewal(
  old: GpgKey,
  local: GpgPublicKey,
  now: number,
): Promise<RenewalPlan<GpgKeyTypes> | undefined> {
  const parsed = await parseGpgKey(old, now)
  if (!parsed) throw unreadableKeyFailure()
  const { details, packets } = parsed
  const { fingerprint } = details
  if (fingerprint !== local.details.fingerprint) throw differentKeyFailure()
  if (describeNewParts(local, parsed).length === 0) return undefined
  const block = await gpgKeyToSend(message('keys.localKey'), local.packets)
  assertOnePublicKey(message('keys.accountKey'), old.key)
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

function unreadableKeyFailure(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keys.unreadableGpgKey'),
    hint: message('keys.deleteAndImport'),
  })
}

function differentKeyFailure(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keys.differentKeys'),
    hint: message('keys.reloadOrImport'),
  })
}
