import { ConnectivityMonitor } from '../../gitlab/connectivity/connectivity-monitor.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

/** Whether each instance can be reached, when the next check is, and the certificates that are trusted for it alone. */
export function instancesFeature(
  context: AccountContext,
): Feature<'connectivity' | 'certificates'> {
  const { accounts, clock, connectivity, hooks, instanceOf } = context
  const { certificates } = context.ports
  const bytes = (content: string) => Buffer.from(content, 'base64')
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
      certificates: {
        list: () => certificates.list(),
        examine: ({ content }) => certificates.examine(bytes(content)),
        trust: ({ baseUrl, content, fingerprint }) =>
          certificates.trust(baseUrl, bytes(content), fingerprint),
        forget: ({ origin, fingerprint }) => certificates.forget(origin, fingerprint),
      },
    },
    forgetAccount: (id) => monitor.forget(id),
    close: () => monitor.close(),
  }
}
