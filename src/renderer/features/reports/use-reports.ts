import { onScopeDispose } from 'vue'
import { useHost } from '../../bridge/latchkey.ts'

/** Calls back when an account’s figures were recorded. */
export function onReportsChange(account: string, reload: () => Promise<unknown>): void {
  onScopeDispose(
    useHost().on('reports', (event) => {
      if (event.account === account) void reload()
    }),
  )
}
