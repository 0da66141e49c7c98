import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import type { KeyKind, Scan } from './key-kind.ts'

interface ComputerScan {
  result: ShallowRef<Scan | undefined>
  running?: Promise<Scan>
}

/** The last scan of this computer for each kind of keys, shared by everything that shows it. */
const scans: Record<KeyKind['name'], ComputerScan> = {
  SSH: { result: shallowRef() },
  GPG: { result: shallowRef() },
}

/** The keys of this computer, whichever account they are compared with. */
export function useComputerScan(kind: KeyKind) {
  const latchkey = useLatchkey()
  const shared = scans[kind.name]

  /** Scans again, or waits for the scan that is running. A scan that fails is a result, too. */
  function scan(): Promise<Scan> {
    shared.running ??= kind
      .scan(latchkey())
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
