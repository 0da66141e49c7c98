import type { KeyTypes } from '../key-kind.ts'
import type { LocalKeys } from '../local-keys.ts'
import type { RemoteKeys } from '../remote-keys.ts'

/** Imports a single key. */
export async function importOne<T extends KeyTypes>(
  keys: LocalKeys<T>,
  remote: RemoteKeys<T>,
  choice: T['choice'],
) {
  const [result] = await keys.importAll(remote, [choice])
  return result!
}
