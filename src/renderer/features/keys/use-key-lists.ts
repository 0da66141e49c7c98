import { computed } from 'vue'
import { fromCache, useHost, useLatchkey } from '../../data/latchkey.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import type { KeyKind, KeyLists, Scan } from './key-kind.ts'
import { useComputerScan } from './use-computer-scan.ts'

const noScan: Scan = { rows: [] }

/** Reads the keys of an account, or of a user, and those of this computer. */
export function useKeyLists(account: string, kind: KeyKind, user?: number) {
  const host = useHost()
  const latchkey = useLatchkey()
  const computer = useComputerScan(kind, account)
  /** Keys of this computer are not the user's, so it is not scanned for one. */
  const isOwn = user === undefined
  const calls = (read = latchkey) =>
    isOwn ? kind.own(read(account)) : kind.ofUser(read(account), user)
  // It may load at once.
  const list = useAccountQuery(
    account,
    [`${kind.name} keys`, user ?? 'own'],
    () => listAfter(computer.scan),
    { cached: () => fromCache(host, (read) => listAfter(computer.find, read)) },
  )

  async function listAfter(scan: () => Promise<Scan>, read = latchkey) {
    if (isOwn) await scan()
    return calls(read).list()
  }

  const scanResult = computed(() => (isOwn ? computer.result.value : undefined) ?? noScan)

  return {
    list,
    scanResult,
    /** The lists; without those of the account, the keys of this computer alone. */
    lists: computed((): KeyLists | undefined => {
      if (list.data.value || !list.failure.value) return list.data.value
      return { account: [], local: scanResult.value.rows.flatMap((row) => kind.unmatched(row)) }
    }),
    calls: calls(),
    /** Reads the lists again without another scan. */
    readLists: () => list.reloadBy(() => calls().list()),
  }
}

export type KeyListsState = ReturnType<typeof useKeyLists>
