import { type ShallowRef, computed, shallowRef } from 'vue'
import {
  type LatchkeyClient,
  failureOf,
  fromCache,
  useHost,
  useLatchkey,
} from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import type { Api, FileRow, KeyKind, KeyLists, Scan } from './keys.ts'

const noScan: Scan = { rows: [] }

interface Reads<Lists extends KeyLists> {
  /** Scans this computer. */
  scan(api: Api): Promise<Scan>
  list(api: Api): Promise<Lists>
  /** A scanned key as listed while the account’s keys are unknown. */
  unmatched(row: FileRow): Lists['local']
}

/** Loads the keys on this computer and those of an account or user. */
export function useKeyLists<Lists extends KeyLists>(
  name: KeyKind,
  account: string,
  user: number | undefined,
  reads: Reads<Lists>,
) {
  const host = useHost()
  const latchkey = useLatchkey()
  const computer = useComputerScan(name, account, () => reads.scan(latchkey(account)))
  /** Another user’s keys aren’t on this computer, so they don’t need a scan. */
  const isOwn = user === undefined
  // This may load immediately.
  const list = useAccountQuery(
    account,
    [`${name} keys`, user ?? 'own'],
    (read) => scanAndList(computer.scan, read),
    { cached: () => fromCache(host, (read) => scanAndList(computer.find, read)) },
  )

  async function scanAndList(scan: () => Promise<Scan>, read: LatchkeyClient) {
    if (isOwn) await scan()
    return reads.list(read(account))
  }

  const scanResult = computed(() => (isOwn ? computer.result.value : undefined) ?? noScan)

  return {
    list,
    scanResult,
    /** Both lists, or only the local keys if the account’s couldn’t be loaded. */
    lists: computed((): { account: Lists['account']; local: Lists['local'] } | undefined => {
      if (list.data.value || !list.failure.value) return list.data.value
      return { account: [], local: scanResult.value.rows.flatMap((row) => reads.unmatched(row)) }
    }),
    /** Reloads the lists without another scan. */
    readLists: () => list.reloadBy((read) => reads.list(read(account))),
  }
}

interface ComputerScan {
  result: ShallowRef<Scan | undefined>
  running?: Promise<Scan>
}

/**
 * The last scan for each kind of key, shared by all components. The demo simulates its own computer.
 */
const scans = new Map<string, ComputerScan>()

/** Scans for local keys. The result is the same for all accounts. */
function useComputerScan(name: KeyKind, account: string, start: () => Promise<Scan>) {
  const isDemo = useAccountsStore().byId(account)?.demo
  const place = `${name} ${isDemo ? 'demo' : 'own'}`
  const shared = scans.get(place) ?? { result: shallowRef() }
  scans.set(place, shared)

  /** Starts a scan or waits for the running one. A failure is also stored as a result. */
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
    /** Returns the result of the running or last scan. */
    find: async () => shared.running ?? shared.result.value ?? scan(),
  }
}
