import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import type { DemoService } from '../../ports.ts'

/** The built-in demo service. It exists only in memory, and its accounts are removed along with it. */
export function demoFeature(context: AccountContext): Feature<'demo'> {
  const { accounts, computers, events, ports, settings, viewed } = context
  let service: Promise<DemoService> | undefined

  async function startService(): Promise<DemoService> {
    const [started] = await Promise.all([ports.startDemo(), computers.createDemo()])
    // An earlier demo with the same URL may have been killed.
    viewed.forgetInstance(started.url)
    return started
  }

  return {
    handlers: {
      demo: {
        async start({ as }) {
          service ??= startService()
          const { url, tokens } = await service.catch((error: unknown) => {
            service = undefined
            throw error
          })
          const account = await accounts.add({ baseUrl: url, token: tokens[as] }, { demo: true })
          settings.saveOrReport({ ...settings.read(), lastAccount: account.id })
          events.emit('settings', settings.read())
          return account
        },
      },
    },
    forgetAccount: 'remembers nothing',
    async close() {
      await (await service)?.stop()
      computers.removeDemo()
    },
  }
}
