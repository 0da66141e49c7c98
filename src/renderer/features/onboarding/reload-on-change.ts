import { onScopeDispose } from 'vue'
import { coalesce } from '../../data/coalesce.ts'
import { useHost } from '../../data/latchkey.ts'

/** The minimum time between two reloads, however fast a run is. */
const intervalMs = 300

/** Reloads after each change of an account's runs, but never twice at once and only at intervals. */
export function reloadOnChange(account: string, reload: () => Promise<unknown>): void {
  let isDisposed = false
  const onChange = coalesce(async () => {
    if (isDisposed) return
    await reload()
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  })
  const unsubscribe = useHost().on('onboarding', (event) => {
    if (event.account === account) void onChange()
  })
  onScopeDispose(() => {
    isDisposed = true
    unsubscribe()
  })
}
