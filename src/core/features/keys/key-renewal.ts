import { createFailureError } from '../../platform/failures.ts'
import type { KeyRenewal } from '../../../shared/operations/keys.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { isDefinitelyAbsent } from '../../gitlab/create-recovery/uncertain-create.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'

/** The account's keys, including the one to replace. */
interface OwnKeys<Entry, NewKey> {
  get(keyId: number): Promise<Entry>
  add(key: NewKey): Promise<Entry>
  remove(keyId: number): Promise<unknown>
}

/** Converts the result of a renewal for the UI. */
interface RenewalFormatter<Entry, Key, Backup> {
  toKey(entry: Entry): Key
  /** The data needed to add the old key again if it gets lost. */
  backUp(): Backup
}

/**
 * Replaces a key. GitLab can't update keys and rejects duplicates, so this deletes the old key and adds the changed
 * one. If that is rejected, it adds the old one (`before`) again.
 *
 * Never throws once the key is deleted: whatever happens, the result contains the key.
 */
export async function replaceKey<Entry, NewKey, Key, Backup>(
  own: OwnKeys<Entry, NewKey>,
  keyId: number,
  { before, after }: { before: NewKey; after: NewKey },
  { toKey, backUp }: RenewalFormatter<Entry, Key, Backup>,
): Promise<KeyRenewal<Key, Backup>> {
  const missingKey = (outcome: 'lost' | 'unsure', failure: UnformattedFailure) => {
    const withHint = { ...failure, hint: message('keys.backupHint') }
    return { outcome, backup: backUp(), failure: formatFailure(withHint) }
  }
  const deletion = await remove(own, keyId)
  if (deletion) return missingKey('unsure', deletion)
  const renewed = await add(own, after)
  if ('entry' in renewed) return { outcome: 'renewed', key: toKey(renewed.entry) }
  const { failure } = renewed
  if (!renewed.isAbsent) return missingKey('unsure', failure)
  const restored = await add(own, before)
  if ('entry' in restored) {
    return { outcome: 'restored', key: toKey(restored.entry), failure: formatFailure(failure) }
  }
  return missingKey(restored.isAbsent ? 'lost' : 'unsure', failure)
}

/** Keys that are being renewed. A second renewal could run while the key is deleted, and would find it missing. */
export class RunningRenewals {
  readonly #keys = new Set<string>()

  async run<T>(account: string, keyId: number, renew: () => Promise<T>): Promise<T> {
    const key = `${account}/${keyId}`
    if (this.#keys.has(key)) {
      const hint = message('keys.waitForChange')
      throw createFailureError('keys.alreadyChanging', {}, { hint })
    }
    this.#keys.add(key)
    try {
      return await renew()
    } finally {
      this.#keys.delete(key)
    }
  }
}

/**
 * Deletes the old key. Throws if the key certainly still exists or was already gone; returns a failure if the outcome
 * is unknown.
 */
async function remove<Entry>(
  own: OwnKeys<Entry, never>,
  keyId: number,
): Promise<UnformattedFailure | undefined> {
  try {
    await own.remove(keyId)
    return undefined
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const isThere = await own.get(keyId).then(
      () => true,
      (again: unknown) =>
        again instanceof FailureError && again.failure.kind === 'not-found' ? false : undefined,
    )
    if (isThere) throw error
    return isThere === undefined ? error.failure : undefined
  }
}

/** Adds a key. `isAbsent` is false if the key may have been added after all. */
async function add<Entry, NewKey>(
  own: OwnKeys<Entry, NewKey>,
  key: NewKey,
): Promise<{ entry: Entry } | { failure: UnformattedFailure; isAbsent: boolean }> {
  try {
    return { entry: await own.add(key) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : unexpected
    return { failure, isAbsent: isDefinitelyAbsent(failure) }
  }
}

const unexpected: UnformattedFailure = {
  kind: 'unexpected',
  message: message('invoke.unexpected'),
}
