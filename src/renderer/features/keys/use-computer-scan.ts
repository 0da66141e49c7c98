import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import type { KeyKind, Scan } from './key-kind.ts'

interface ComputerScan {
  result: ShallowRef<Scan | undefined>
  running?: Promise<Scan>
}

const scansOf = (): Record<KeyKind['name'], ComputerScan> => ({
  SSH: { result: shallowRef() },
  GPG: { result: shallowRef() },
})
/** The last scan for each kind of keys, shared by everything that shows it: of this computer, and of the one that the demo invents. */
const scans = { own: scansOf(), demo: scansOf() }

/** The keys of this computer, whichever account they are compared with. */
export function useComputerScan(kind: KeyKind, account: string) {
  const latchkey = useLatchkey()
  const isDemo = useAccountsStore().byId(account)?.demo
  const shared = scans[isDemo ? 'demo' : 'own'][kind.name]

  /** Scans again, or waits for the scan that is running. A scan that fails is a result, too. */
  function scan(): Promise<Scan> {
    shared.running ??= kind
      .scan(latchkey(account))
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
