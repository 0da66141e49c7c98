import { formatFailure } from '../../infra/failure.ts'
import type { KeyImportResult } from '../../../shared/app/keys.ts'
import { type Failure, FailureError } from '../../infra/failure.ts'
import { type FailureKind } from '../../../shared/failure.ts'
import {
  type AccountKey,
  type KeyKind,
  type KeyTypes,
  accountKey,
  accountKeys,
} from './key-kind.ts'
import type { KeyOwner } from './key-owner.ts'
import type { KeysInUse } from './keys-in-use.ts'

interface ImportPorts<T extends KeyTypes> {
  kind: KeyKind<T>
  examined(localKeyId: string): T['examined']
  inUse: KeysInUse<T>
  shown(key: AccountKey<T>): T['accountKey']
}

/**
 * Adds keys to an account, one after the other. What one of them runs into is its own result; a failure that every other key
 * would run into as well ends the rest.
 */
export async function importKeys<T extends KeyTypes>(
  owner: KeyOwner<T>,
  choices: readonly T['choice'][],
  ports: ImportPorts<T>,
): Promise<KeyImportResult<T['accountKey']>[]> {
  const onAccount = await accountKeys(ports.kind, owner)
  const results: KeyImportResult<T['accountKey']>[] = []
  let isOver = false
  for (const choice of choices) {
    const { localKeyId } = choice
    const result: KeyImportResult<T['accountKey']> = isOver
      ? { outcome: 'not-tried', localKeyId }
      : await importKey(owner, choice, onAccount, ports).catch((error: unknown) => {
          if (!(error instanceof FailureError)) throw error
          return { outcome: 'failed', localKeyId, failure: formatFailure(error.failure) }
        })
    isOver = isOver || (result.outcome === 'failed' && endsAll.has(result.failure.kind))
    results.push(result)
  }
  return results
}

/** `onAccount`: the keys that the owner has; the new one is added to them. */
async function importKey<T extends KeyTypes>(
  owner: KeyOwner<T>,
  choice: T['choice'],
  onAccount: AccountKey<T>[],
  { kind, examined, inUse, shown }: ImportPorts<T>,
): Promise<KeyImportResult<T['accountKey']>> {
  const { localKeyId } = choice
  const local = examined(localKeyId)
  const own = inUse.byOwner(local.identity, onAccount)
  if (own) return { outcome: 'taken', localKeyId, ...own }
  const newKey = await kind.toSend(local, choice)
  try {
    const added = await accountKey(kind, await owner.add(newKey))
    onAccount.push(added)
    return { outcome: 'imported', localKeyId, key: shown(added) }
  } catch (error) {
    if (!(error instanceof FailureError) || !saysInUse(error.failure)) throw error
    const now = await accountKeys(kind, owner)
    return { outcome: 'taken', localKeyId, ...(await inUse.byAnybody(local.identity, now)) }
  }
}

/** Failures of one key's import that every other key would run into as well. */
const endsAll: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'rate-limited',
  'service-error',
  'not-the-service',
  'refused-redirect',
  'unknown-outcome',
  'keychain',
])

/**
 * Whether a refusal means that the key is there already. Keys are unique across a whole instance (`app/models/key.rb`), and
 * services name different fields for it.
 */
function saysInUse({ fields, serviceText = '', status }: Failure): boolean {
  if (status !== 400 && status !== 409) return false
  return (fields ? isTaken : /already been taken/i).test(serviceText)
}

const isTaken = /(?:^|; )(?:fingerprint|fingerprint_sha256|key) [^;]*already been taken/i
