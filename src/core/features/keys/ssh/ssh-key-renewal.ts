import type { KeptSshKey, SshKeyChanges } from '../../../../shared/app/local-keys.ts'
import { type Failure, FailureError, mayHaveHappened } from '../../../../shared/failure.ts'
import { type EndpointInput, checkInput } from '../../../../shared/service/endpoint.ts'
import { type SshKey, sshKeyUsages, sshKeys } from '../../../../shared/service/ssh-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { isDefinitelyAbsent } from '../../../create-recovery/uncertain-create.ts'
import { failureOfInput } from '../../../service-client/input-failure.ts'
import { keyOfAccount, refusePastExpiry } from '../../../keys/account-ssh-keys.ts'
import { lineToSend, refuseSecretTitle } from './sent-key.ts'

type NewKey = EndpointInput<typeof sshKeys.add>
type Kept = Omit<KeptSshKey, 'localKeyId'>

export type Renewal =
  | { outcome: 'renewed'; key: SshKey }
  | { outcome: 'unchanged'; key: SshKey }
  | { outcome: 'restored'; key: SshKey; failure: Failure }
  | { outcome: 'lost'; kept: Kept; failure: Failure }
  | { outcome: 'unsure'; kept: Kept; failure: Failure }

/**
 * Changes a key. The service has no way to do that, and no key may be there twice, so the old one is deleted and the changed
 * one added; where that is refused, the old one is added again.
 *
 * Everything that can be known to be wrong is refused before anything is deleted. From then on this never throws: whatever
 * happens, the result holds the key.
 */
export async function renewSshKey(
  service: AccountService,
  keyId: number,
  changes: SshKeyChanges,
  now: number,
): Promise<Renewal> {
  const old = await service.call(sshKeys.get, { key_id: keyId })
  const parsed = keyOfAccount(old)
  if (!parsed) throw unreadable(old)
  const before = fieldsOf(old, lineToSend(old.title, parsed))
  const after = changed(before, changes)
  if (JSON.stringify(after) === JSON.stringify(before)) return { outcome: 'unchanged', key: old }
  check(after, now)

  const kept: Kept = {
    title: before.title,
    publicKey: before.key,
    usage_type: before.usage_type,
    expires_at: before.expires_at,
  }
  const deletion = await deleted(service, keyId)
  if (deletion) return { outcome: 'unsure', kept, failure: deletion }
  const renewed = await added(service, after)
  if ('key' in renewed) return { outcome: 'renewed', key: renewed.key }
  const { failure } = renewed
  if (!renewed.isKnown) return { outcome: 'unsure', kept, failure: withAdvice(failure, kept) }
  const restored = await added(service, before)
  if ('key' in restored) return { outcome: 'restored', key: restored.key, failure }
  const outcome = restored.isKnown ? 'lost' : 'unsure'
  return { outcome, kept, failure: withAdvice(failure, kept) }
}

function fieldsOf({ title, usage_type, expires_at }: SshKey, key: string): NewKey {
  return {
    title,
    key,
    usage_type: sshKeyUsages.find((usage) => usage === usage_type),
    expires_at: expires_at ?? undefined,
  }
}

function changed(before: NewKey, { title, usage_type, expires_at }: SshKeyChanges): NewKey {
  return {
    title: title ?? before.title,
    key: before.key,
    usage_type: usage_type ?? before.usage_type,
    expires_at: expires_at === undefined ? before.expires_at : (expires_at ?? undefined),
  }
}

/** Refuses what the service would refuse, before the old key is gone. */
function check(after: NewKey, now: number): void {
  refusePastExpiry(after.expires_at, now)
  refuseSecretTitle(after.title)
  try {
    checkInput(sshKeys.add, after)
  } catch (error) {
    throw failureOfInput(error)
  }
}

/** Deletes the old key. Throws when it is surely still there or was gone before; returns a failure when nobody can tell. */
async function deleted(service: AccountService, keyId: number): Promise<Failure | undefined> {
  try {
    await service.call(sshKeys.remove, { key_id: keyId })
    return undefined
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const isThere = await service.call(sshKeys.get, { key_id: keyId }).then(
      () => true,
      (again: unknown) => (isFailure(again, 'not-found') ? false : undefined),
    )
    if (isThere) throw error
    return isThere === undefined ? error.failure : undefined
  }
}

type Added = { key: SshKey } | { failure: Failure; isKnown: boolean }

/** Adds a key. `isKnown` is false where nobody can tell whether it is there. */
async function added(service: AccountService, fields: NewKey): Promise<Added> {
  try {
    return { key: await service.call(sshKeys.add, fields) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : unexpected
    return { failure, isKnown: isDefinitelyAbsent(failure) }
  }
}

function isFailure(error: unknown, kind: Failure['kind']): error is FailureError {
  return error instanceof FailureError && error.failure.kind === kind
}

const unexpected: Failure = {
  kind: 'unexpected',
  message: 'Something went wrong inside Latchkey.',
}

function withAdvice(failure: Failure, { title }: Kept): Failure {
  return {
    ...failure,
    message: `The key “${title}” may be missing on the account now: ${failure.message}`,
    hint: 'It is kept here. Look at the list of keys, and add it again if it is not there.',
  }
}

function unreadable({ title }: SshKey): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: `The service's text of the key “${title}” could not be read, so it could not be added again.`,
    hint: 'Nothing was changed. Delete it and import it anew, if you have the key.',
  })
}
