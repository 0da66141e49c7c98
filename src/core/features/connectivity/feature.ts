import { Lookout } from '../../connectivity/reconnect.ts'
import type { AccountContext, Feature } from '../feature.ts'

/** Whether each instance can be reached, and when that is tried again. */
export function connectivityFeature(context: AccountContext): Feature<'connectivity'> {
  const { accounts, clock, connectivity, hooks, instanceOf } = context
  const lookout = new Lookout({
    log: connectivity,
    clock,
    instanceOf,
    ask: (id) => connectivity.observe(id, () => accounts.refresh(id, { once: true })),
  })
  hooks.connectivity.subscribe((state, before) => lookout.noted(state, before))
  hooks.safeModeLeft.subscribe(() => {
    for (const id of accounts.ids()) {
      hooks.retry.call(id)
      void lookout.tryNow(id)
    }
  })
  return {
    handlers: {
      connectivity: {
        list: () => connectivity.list(),
        tryNow: (_, me) => {
          hooks.retry.call(me.account)
          return lookout.tryNow(me.account)
        },
        inUse: (said) => {
          lookout.inUse(said)
          return {}
        },
      },
    },
    forgetAccount: (id) => lookout.forget(id),
    close: () => lookout.close(),
  }
}
