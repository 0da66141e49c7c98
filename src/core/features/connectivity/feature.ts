import { ConnectivityMonitor } from '../../gitlab/connectivity/connectivity-monitor.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

/** Whether each instance can be reached, and when the next check is. */
export function connectivityFeature(context: AccountContext): Feature<'connectivity'> {
  const { accounts, clock, connectivity, hooks, instanceOf } = context
  const monitor = new ConnectivityMonitor({
    log: connectivity,
    clock,
    instanceOf,
    sendRequest: (id) => connectivity.observe(id, () => accounts.refresh(id, { once: true })),
  })
  hooks.connectivity.subscribe((state, before) => monitor.onStateChange(state, before))
  return {
    handlers: {
      connectivity: {
        list: () => connectivity.list(),
        tryNow: (_, gitlab) => {
          hooks.retry.call(gitlab.account)
          return monitor.tryNow(gitlab.account)
        },
        inUse: (state) => {
          monitor.inUse(state)
          return {}
        },
      },
    },
    forgetAccount: (id) => monitor.forget(id),
    close: () => monitor.close(),
  }
}
