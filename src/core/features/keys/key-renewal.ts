import { message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../infra/failure.ts'
import { mayHaveHappened } from '../../../shared/failure.ts'
import { isDefinitelyAbsent } from '../../create-recovery/uncertain-create.ts'
import type { KeyTypes, RenewalPlan } from './key-kind.ts'
import type { OwnKeys } from './remote-keys.ts'

export type Renewal<T extends KeyTypes> =
  | { outcome: 'renewed' | 'unchanged'; entry: T['entry'] }
  | { outcome: 'restored'; entry: T['entry']; failure: Failure }
  | { outcome: 'lost' | 'unsure'; plan: RenewalPlan<T>; failure: Failure }

/**
 * Changes a key. The service has no update and allows no key twice, so the old one is deleted and the changed one added; where
 * that is refused, the old one is added again.
 *
 * `planFor` refuses everything that can be checked before anything is deleted. After that this never throws: whatever happens, the
 * result holds the key.
 */
export async function renewKey<T extends KeyTypes>(
  own: OwnKeys<T>,
  keyId: number,
  planFor: (entry: T['entry']) => Promise<RenewalPlan<T> | undefined>,
): Promise<Renewal<T>> {
  const entry = await own.get(keyId)
  const plan = await planFor(entry)
  if (!plan) return { outcome: 'unchanged', entry }
  const missingKey = (outcome: 'lost' | 'unsure', failure: Failure): Renewal<T> => ({
    outcome,
    plan,
    failure: { ...failure, hint: message('keys.backupHint') },
  })

  const deletion = await remove(own, keyId)
  if (deletion) return missingKey('unsure', deletion)
  const renewed = await add(own, plan.after)
  if ('entry' in renewed) return { outcome: 'renewed', entry: renewed.entry }
  const { failure } = renewed
  if (!renewed.isAbsent) return missingKey('unsure', failure)
  const restored = await add(own, plan.before)
  if ('entry' in restored) return { outcome: 'restored', entry: restored.entry, failure }
  return missingKey(restored.isAbsent ? 'lost' : 'unsure', failure)
}

/** Deletes the old key. Throws when it is certainly still there or was missing before; returns a failure when that is unknown. */
async function remove<T extends KeyTypes>(
  own: OwnKeys<T>,
  keyId: number,
): Promise<Failure | undefined> {
  try {
    await own.remove(keyId)
    return undefined
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const isThere = await own.get(keyId).then(
      () => true,
      (again: unknown) => (isFailure(again, 'not-found') ? false : undefined),
    )
    if (isThere) throw error
    return isThere === undefined ? error.failure : undefined
  }
}

/** Adds a key. `isAbsent` is false where it is unknown whether it was added. */
async function add<T extends KeyTypes>(
  own: OwnKeys<T>,
  key: T['newKey'],
): Promise<{ entry: T['entry'] } | { failure: Failure; isAbsent: boolean }> {
  try {
    return { entry: await own.add(key) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : unexpected
    return { failure, isAbsent: isDefinitelyAbsent(failure) }
  }
}

function isFailure(error: unknown, kind: Failure['kind']): error is FailureError {
  return error instanceof FailureError && error.failure.kind === kind
}

const unexpected: Failure = {
  kind: 'unexpected',
  message: message('keys.unexpected'),
}
