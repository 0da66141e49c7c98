import type { SshKeyChanges } from '../../../../shared/app/local-keys.ts'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { checkInput } from '../../../../shared/service/endpoint.ts'
import { type SshKey, sshKeys } from '../../../../shared/service/ssh-keys.ts'
import { sshKeyUsages } from '../../../../shared/rules/ssh-keys.ts'
import { inputFailure } from '../../../service-client/input-failure.ts'
import { parseSshKey } from '../../../keys/account-ssh-keys.ts'
import { sshKeyIdentity } from '../../../keys/ssh-public-key.ts'
import type { RenewalPlan } from '../key-kind.ts'
import { sshKeyToSend, assertFutureKeyExpiry, assertNoSecretKeyInTitle } from './key-to-send.ts'
import type { SshKeyTypes } from './ssh-key-kind.ts'
import type { NewSshKey } from './remote-ssh-keys.ts'

/** How title, usage or expiry of a key are changed. Throws where the service would refuse it, before the old key is gone. */
export function planSshRenewal(
  old: SshKey,
  changes: SshKeyChanges,
  now: number,
): RenewalPlan<SshKeyTypes> | undefined {
  const parsed = parseSshKey(old)
  if (!parsed) throw unreadableKeyFailure(old)
  const before = fieldsOf(old, sshKeyToSend(old.title, parsed))
  const after = applyChanges(before, changes)
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined
  assertFutureKeyExpiry(after.expires_at, now)
  if (after.title !== before.title) assertNoSecretKeyInTitle(after.title)
  try {
    checkInput(sshKeys.add, after)
  } catch (error) {
    throw inputFailure(error)
  }
  const { title, key: publicKey, usage_type, expires_at } = before
  const key = parseSshKey({ key: publicKey })!
  return {
    before,
    after,
    examined: { file: title, key, title, identity: sshKeyIdentity(key) },
    backup: { title, publicKey, usage_type, expires_at },
  }
}

function fieldsOf({ title, usage_type, expires_at }: SshKey, key: string): NewSshKey {
  return {
    title,
    key,
    usage_type: sshKeyUsages.find((usage) => usage === usage_type),
    expires_at: expires_at ?? undefined,
  }
}

function applyChanges(
  before: NewSshKey,
  { title, usage_type, expires_at }: SshKeyChanges,
): NewSshKey {
  return {
    title: title ?? before.title,
    key: before.key,
    usage_type: usage_type ?? before.usage_type,
    expires_at: expires_at === undefined ? before.expires_at : (expires_at ?? undefined),
  }
}

function unreadableKeyFailure({ title }: SshKey): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keys.unreadableSshKey', { title }),
    hint: message('keys.deleteAndImport'),
  })
}
