import { type ShallowRef, computed, shallowRef } from 'vue'
import {
  type LatchkeyClient,
  failureOf,
  fromCache,
  useHost,
  useLatchkey,
} from '../../bridge/latchkey.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import { type Api, type KeyKind, type KeyLists, type Scan, type ScannedKey, isKey } from './keys.ts'

interface Reads<Key, Lists> {
  /** Scans this computer. */
  scan(api: Api): Promise<Scan<Key>>
  list(api: Api): Promise<Lists>
}

/** Loads the keys on this computer and those of an account or user. */
export function useKeyLists<Key extends ScannedKey, Lists extends KeyLists<Key>>(
  name: KeyKind,
  account: string,
  user: number | undefined,
  reads: Reads<Key, Lists>,
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

  async function scanAndList(scan: () => Promise<unknown>, read: LatchkeyClient) {
    if (isOwn) await scan()
    return reads.list(read(account))
  }

  const scanResult = computed((): Scan<Key> => (isOwn && computer.result.value) || { rows: [] })

  return {
    list,
    scanResult,
    /** Both lists, or only the local keys if the account’s couldn’t be loaded. */
    lists: computed((): { account: Lists['account']; local: Lists['local'] } | undefined => {
      if (list.data.value || !list.failure.value) return list.data.value
      return { account: [], local: scanResult.value.rows.filter(isKey) }
    }),
    /** Reloads the lists without another scan. */
    readLists: () => list.reloadBy((read) => reads.list(read(account))),
  }
}

interface ComputerScan<Key> {
  result: ShallowRef<Scan<Key> | undefined>
  running?: Promise<Scan<Key>>
}

/** The last scan for each account and kind of key, shared by all components. */
const scans = new Map<string, ComputerScan<never>>()

/** Scans for local keys. */
function useComputerScan<Key>(name: KeyKind, account: string, start: () => Promise<Scan<Key>>) {
  const place = `${name} ${account}`
  const shared: ComputerScan<Key> = scans.get(place) ?? { result: shallowRef() }
  scans.set(place, shared as ComputerScan<never>)

  /** Starts a scan or waits for the running one. A failure is also stored as a result. */
  function scan(): Promise<Scan<Key>> {
    shared.running ??= start()
      .catch((error: unknown): Scan<Key> => ({ rows: [], unavailable: failureOf(error) }))
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
