import { shallowRef } from 'vue'
import { fromCache, useHost, useLatchkey } from '../../data/latchkey.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import type { KeyKind, Scan } from './key-kind.ts'

/** Reads the keys of an account, or of a user, and those of this computer. */
export function useKeyLists(account: string, kind: KeyKind, user?: number) {
  const host = useHost()
  const latchkey = useLatchkey()
  const scanResult = shallowRef<Scan>({ rows: [] })
  let scanning: Promise<Scan>
  const list = useAccountQuery(
    account,
    [`${kind.name} keys`, user ?? 'own'],
    () => listAfter((scanning = scan())),
    { cached: () => fromCache(host, (read) => listAfter(scanning, read)) },
  )

  /** Keys of this computer are not the user's, so it is not scanResult for one. */
  async function scan(): Promise<Scan> {
    return user === undefined ? kind.scan(latchkey()) : { rows: [] }
  }

  const calls = (read = latchkey) =>
    user === undefined ? kind.own(read(account)) : kind.ofUser(read(account), user)

  async function listAfter(scan: Promise<Scan>, read = latchkey) {
    const found = await scan
    const lists = await calls(read).list()
    scanResult.value = found
    return lists
  }

  return {
    list,
    scanResult,
    calls: calls(),
    /** Reads the lists again without another scan. */
    readLists: () => list.reloadBy(() => calls().list()),
  }
}

export type KeyListsState = ReturnType<typeof useKeyLists>
