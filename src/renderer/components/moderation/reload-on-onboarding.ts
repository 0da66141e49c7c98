import { onScopeDispose } from 'vue'
import { coalesce } from '../../bridge/coalesce.ts'
import { useHost } from '../../bridge/latchkey.ts'

/** The minimum time between two reloads, however fast a run is. */
const intervalMs = 300

/** Reloads after each change of an account's onboarding runs, but never twice at once and only at intervals. */
export function reloadOnOnboardingChange(account: string, reload: () => Promise<unknown>): void {
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
