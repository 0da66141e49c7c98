import type { KeyImportResult } from '../../../shared/app/keys.ts'
import { type Failure, FailureError, formatFailure } from '../../infra/failure.ts'
import { textOf } from '../../infra/messages.ts'
import { type FailureKind, unreachableKinds } from '../../../shared/failure.ts'
import {
  type ParsedAccountKey,
  type InUse,
  type KeyKind,
  type KeyTypes,
  parseAccountKey,
  accountKeys,
} from './key-kind.ts'
import type { RemoteKeys } from './remote-keys.ts'
import type { KeysInUse } from './keys-in-use.ts'

interface ImportPorts<T extends KeyTypes> {
  kind: KeyKind<T>
  examined(localKeyId: string): T['examined']
  inUse: KeysInUse<T>
  toAccountKey(key: ParsedAccountKey<T>): T['accountKey']
}

/**
 * Adds keys to an account, one after the other. A key that fails does not stop the others, unless they would all fail in the same
 * way.
 */
export async function importKeys<T extends KeyTypes>(
  remote: RemoteKeys<T>,
  choices: readonly T['choice'][],
  ports: ImportPorts<T>,
): Promise<KeyImportResult<T['accountKey']>[]> {
  const onAccount = await accountKeys(ports.kind, remote)
  const results: KeyImportResult<T['accountKey']>[] = []
  let hasFatalFailure = false
  for (const choice of choices) {
    const { localKeyId } = choice
    const result: KeyImportResult<T['accountKey']> = hasFatalFailure
      ? { outcome: 'not-tried', localKeyId }
      : await importKey(remote, choice, onAccount, ports).catch((error: unknown) => {
          if (!(error instanceof FailureError)) throw error
          return { outcome: 'failed', localKeyId, failure: formatFailure(error.failure) }
        })
    hasFatalFailure =
      hasFatalFailure || (result.outcome === 'failed' && fatalFailures.has(result.failure.kind))
    results.push(result)
  }
  return results
}

/** `onAccount`: the keys on the account; the new one is added to them. */
async function importKey<T extends KeyTypes>(
  remote: RemoteKeys<T>,
  choice: T['choice'],
  onAccount: ParsedAccountKey<T>[],
  { kind, examined, inUse, toAccountKey: shown }: ImportPorts<T>,
): Promise<KeyImportResult<T['accountKey']>> {
  const { localKeyId } = choice
  const local = examined(localKeyId)
  const own = inUse.findOnAccount(local.identity, onAccount)
  if (own) return { outcome: 'taken', localKeyId, ...formatInUse(own) }
  const newKey = await kind.toSend(local, choice)
  try {
    const added = await parseAccountKey(kind, await remote.add(newKey))
    onAccount.push(added)
    return { outcome: 'imported', localKeyId, key: shown(added) }
  } catch (error) {
    if (!(error instanceof FailureError) || !isKeyTaken(error.failure)) throw error
    const now = await accountKeys(kind, remote)
    const found = await inUse.findAnywhere(local.identity, now)
    return { outcome: 'taken', localKeyId, ...formatInUse(found) }
  }
}

function formatInUse({ message, hint, ...found }: InUse) {
  return { ...found, message: textOf(message), hint: textOf(hint) }
}

/** Failures that every other key would run into as well. */
const fatalFailures: ReadonlySet<FailureKind> = new Set<FailureKind>([
  ...unreachableKinds,
  'unauthorized',
  'forbidden',
  'service-error',
  'unknown-outcome',
  'keychain',
])

/**
 * Whether a refusal means that the key is in use. Keys are unique across a whole instance (`app/models/key.rb`), and versions of
 * the service name different fields for it.
 */
function isKeyTaken({ fields, serviceText = '', status }: Failure): boolean {
  if (status !== 400 && status !== 409) return false
  return (fields ? keyTakenPattern : /already been taken/i).test(serviceText)
}

const keyTakenPattern = /(?:^|; )(?:fingerprint|fingerprint_sha256|key) [^;]*already been taken/i
