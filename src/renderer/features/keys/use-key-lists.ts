import { type ShallowRef, computed, shallowRef } from 'vue'
import { failureOf, fromCache, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import type { Api, FileRow, KeyKind, KeyLists, Scan } from './keys.ts'

const noScan: Scan = { rows: [] }

interface Reads<Lists extends KeyLists> {
  /** Scans this computer. */
  scan(api: Api): Promise<Scan>
  list(api: Api): Promise<Lists>
  /** A key that a scan found, as it is listed while the keys of the account are unknown. */
  unmatched(row: FileRow): Lists['local']
}

/** Reads the keys of an account, or of a user, and those of this computer. */
export function useKeyLists<Lists extends KeyLists>(
  name: KeyKind,
  account: string,
  user: number | undefined,
  reads: Reads<Lists>,
) {
  const host = useHost()
  const latchkey = useLatchkey()
  const computer = useComputerScan(name, account, () => reads.scan(latchkey(account)))
  /** Keys of this computer are not the user's, so it is not scanned for one. */
  const isOwn = user === undefined
  // It may load at once.
  const list = useAccountQuery(
    account,
    [`${name} keys`, user ?? 'own'],
    () => listAfter(computer.scan),
    { cached: () => fromCache(host, (read) => listAfter(computer.find, read)) },
  )

  async function listAfter(scan: () => Promise<Scan>, read = latchkey) {
    if (isOwn) await scan()
    return reads.list(read(account))
  }

  const scanResult = computed(() => (isOwn ? computer.result.value : undefined) ?? noScan)

  return {
    list,
    scanResult,
    /** The lists; without those of the account, the keys of this computer alone. */
    lists: computed((): { account: Lists['account']; local: Lists['local'] } | undefined => {
      if (list.data.value || !list.failure.value) return list.data.value
      return { account: [], local: scanResult.value.rows.flatMap((row) => reads.unmatched(row)) }
    }),
    /** Reads the lists again without another scan. */
    readLists: () => list.reloadBy(() => reads.list(latchkey(account))),
  }
}

interface ComputerScan {
  result: ShallowRef<Scan | undefined>
  running?: Promise<Scan>
}

/** The last scan for each kind of keys, shared by everything that shows it: of this computer, and of the one that the demo invents. */
const scans = new Map<string, ComputerScan>()

/** The keys of this computer, whichever account they are compared with. */
function useComputerScan(name: KeyKind, account: string, start: () => Promise<Scan>) {
  const isDemo = useAccountsStore().byId(account)?.demo
  const place = `${name} ${isDemo ? 'demo' : 'own'}`
  const shared = scans.get(place) ?? { result: shallowRef() }
  scans.set(place, shared)

  /** Scans again, or waits for the scan that is running. A scan that fails is a result, too. */
  function scan(): Promise<Scan> {
    shared.running ??= start()
      .catch((error: unknown): Scan => ({ rows: [], unavailable: failureOf(error) }))
      .then((found) => (shared.result.value = found))
      .finally(() => delete shared.running)
    return shared.running
  }

  return {
    result: shared.result,
    scan,
    /** What the running or the last scan found. */
    find: async () => shared.running ?? shared.result.value ?? scan(),
  }
}
