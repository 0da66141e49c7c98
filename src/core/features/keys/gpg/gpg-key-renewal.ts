import { type Failure, FailureError, mayHaveHappened } from '../../../../shared/failure.ts'
import { type GpgKey, gpgKeys } from '../../../../shared/service/gpg-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { isDefinitelyAbsent } from '../../../create-recovery/uncertain-create.ts'
import { allGpgKeys, findGpgKey, keyOfAccount } from '../../../keys/account-gpg-keys.ts'
import { type GpgKeyOwner, ownGpgKeys } from './gpg-key-owner.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'
import { newParts } from './new-parts.ts'
import { blockToSend, refuseUnlessOnePublicKey } from './sent-gpg-key.ts'

export type Renewal =
  | { outcome: 'renewed'; key: GpgKey }
  | { outcome: 'unchanged'; key: GpgKey }
  | { outcome: 'restored'; key: GpgKey; failure: Failure }
  | { outcome: 'lost' | 'unsure'; old: OldKey; failure: Failure }

/** The key as the account had it. */
export interface OldKey extends GpgPublicKey {
  block: string
}

/**
 * Replaces a key of the account by this machine's newer copy. The service has no way to change a key, and none may be there
 * twice, so the old one is deleted and the newer one added; where that is refused, the old one is added again.
 *
 * Everything that can be known to be wrong is refused before anything is deleted. From then on this never throws: whatever
 * happens, the result holds the key.
 */
export async function renewGpgKey(
  service: AccountService,
  keyId: number,
  local: GpgPublicKey,
  now: number,
): Promise<Renewal> {
  const entry = await service.call(gpgKeys.get, { key_id: keyId })
  const parsed = await keyOfAccount(entry, now)
  if (!parsed) throw unreadable()
  const { fingerprint } = parsed.details
  if (fingerprint !== local.details.fingerprint) throw anotherKey()
  if (newParts(local, parsed).length === 0) return { outcome: 'unchanged', key: entry }
  const block = await blockToSend('The key of this machine', local.packets)
  refuseUnlessOnePublicKey('The key of the account', entry.key)

  const old: OldKey = { ...parsed, block: entry.key }
  const deletion = await deleted(service, keyId)
  if (deletion) return { outcome: 'unsure', old, failure: withAdvice(deletion, fingerprint) }
  const add = (text: string) => added(ownGpgKeys(service), text, fingerprint, now)
  const renewed = await add(block)
  if ('key' in renewed) return { outcome: 'renewed', key: renewed.key }
  const failure = withAdvice(renewed.failure, fingerprint)
  if (!renewed.isKnown) return { outcome: 'unsure', old, failure }
  const restored = await add(old.block)
  if ('key' in restored) return { outcome: 'restored', key: restored.key, failure: renewed.failure }
  return { outcome: restored.isKnown ? 'lost' : 'unsure', old, failure }
}

/** Deletes the old key. Throws when it is surely still there or was gone before; returns a failure when nobody can tell. */
async function deleted(service: AccountService, keyId: number): Promise<Failure | undefined> {
  try {
    await service.call(gpgKeys.remove, { key_id: keyId })
    return undefined
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const isThere = await service.call(gpgKeys.get, { key_id: keyId }).then(
      () => true,
      (again: unknown) => (isFailure(again, 'not-found') ? false : undefined),
    )
    if (isThere) throw error
    return isThere === undefined ? error.failure : undefined
  }
}

type Added = { key: GpgKey } | { failure: Failure; isKnown: boolean }

/** Adds a key. `isKnown` is false where nobody can tell whether it is there. */
async function added(
  owner: GpgKeyOwner,
  block: string,
  fingerprint: string,
  now: number,
): Promise<Added> {
  try {
    return { key: await addGpgKey(owner, block, fingerprint, now) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : unexpected
    return { failure, isKnown: isDefinitelyAbsent(failure) }
  }
}

/** Adds a block and returns the key that came of it: the service may answer with a list. */
export async function addGpgKey(
  owner: GpgKeyOwner,
  block: string,
  fingerprint: string,
  now: number,
): Promise<GpgKey> {
  const entries = await owner.add(block)
  for (const entry of entries) {
    const key = await keyOfAccount(entry, now)
    if (key?.details.fingerprint === fingerprint) return entry
  }
  const there = findGpgKey(await allGpgKeys(owner, now).catch(() => []), fingerprint)
  if (there) return there.entry
  throw new FailureError({
    kind: 'unknown-outcome',
    message: 'The service answered with another key than the one that was added.',
    hint: 'Look at the list of keys before you do it again.',
  })
}

function isFailure(error: unknown, kind: Failure['kind']): error is FailureError {
  return error instanceof FailureError && error.failure.kind === kind
}

const unexpected: Failure = {
  kind: 'unexpected',
  message: 'Something went wrong inside Latchkey.',
}

function withAdvice(failure: Failure, fingerprint: string): Failure {
  return {
    ...failure,
    message: `The key ${fingerprint} may be missing on the account now: ${failure.message}`,
    hint: 'It is kept here. Look at the list of keys, and add it again if it is not there.',
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
