import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { Demo } from './demo.ts'

/** The built-in demo service. */
export function demoFeature(context: AccountContext): Feature<'demo'> {
  const { accounts, computers, events, ports, settings, viewed } = context
  const demo = new Demo(accounts, async () => {
    const [started] = await Promise.all([ports.startDemo(), computers.createDemo()])
    // An earlier demo with the same URL may have been killed.
    viewed.forgetInstance(started.url)
    return started
  })
  return {
    handlers: {
      demo: {
        start: async ({ as }) => {
          const account = await demo.start(as)
          settings.saveOrReport({ ...settings.read(), lastAccount: account.id })
          events.emit('settings', settings.read())
          return account
        },
      },
    },
    forgetAccount: 'remembers nothing',
    async close() {
      await demo.stop()
      computers.removeDemo()
    },
  }
}
