import type { AccountSshKey } from '../../shared/app/local-keys.ts'
import { FailureError } from '../../shared/failure.ts'
import { type SshKey, sshKeys } from '../../shared/service/ssh-keys.ts'
import type { AccountService } from '../accounts/account-service.ts'
import { type ExaminedKeys, detailsOf } from './examined-keys.ts'
import { type SshPublicKey, readPublicKeys, sameSshKey } from './ssh-public-key.ts'

/** All SSH keys of an account. */
export function allSshKeys(service: AccountService): Promise<SshKey[]> {
  return service.all(sshKeys.list, {})
}

/** The key that a service's text holds; its comment is the service's own (`app/models/key.rb`, `publishable_key`). */
export function keyOfAccount({ key }: Pick<SshKey, 'key'>): SshPublicKey | undefined {
  return readPublicKeys(key).keys[0]
}

/** The entry of a list that is this key, by type and blob. */
export function findSshKey(list: readonly SshKey[], key: SshPublicKey): SshKey | undefined {
  return list.find((one) => {
    const other = keyOfAccount(one)
    return other !== undefined && sameSshKey(other, key)
  })
}

/** An account's key as screens see it, joined with what is known here. */
export function shownAccountKey(key: SshKey, held: ExaminedKeys): AccountSshKey {
  const parsed = keyOfAccount(key)
  if (!parsed) return { ...key, localKeyIds: [] }
  const localKeyIds = held
    .entries()
    .filter(([, { key: local }]) => sameSshKey(local, parsed))
    .map(([id]) => id)
  return { ...key, details: detailsOf(parsed), localKeyIds }
}

/** Refuses an expiry that is over, with which a key would be refused or of no use. */
export function refusePastExpiry(expiresAt: string | null | undefined, now: number): void {
  // A bare date means its first moment in UTC, as the service reads it.
  if (!expiresAt || Date.parse(expiresAt) > now) return
  throw new FailureError({
    kind: 'invalid',
    message: 'The key would have expired already.',
    hint: 'Choose a later day, or leave the expiry out.',
    fields: { expires_at: ['has passed already'] },
  })
}
