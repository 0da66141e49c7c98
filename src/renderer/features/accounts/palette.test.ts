import { createPinia } from 'pinia'
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { accountsPalette } from './palette.ts'

const account = (id: string, label: string, baseUrl: string): Account => ({
  id,
  baseUrl,
  label,
  colour: 'teal',
  user: { id: 9, username: 'maya', name: label },
  isAdmin: false,
  demo: false,
  token: 'session',
})

it('offers to sign out of the current account first, and names instances of equal labels', () => {
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: {} }),
    on: () => () => undefined,
  })
  app.use(createPinia())
  app.use(createRouter({ history: createMemoryHistory(), routes: [] }))
  const scope = effectScope()
  const labels = app.runWithContext(() =>
    scope.run(() => {
      const store = useAccountsStore()
      store.take({
        accounts: [
          account('a', 'Maya', 'https://git.example'),
          account('b', 'Home', 'https://gitlab.example'),
          account('c', 'Maya', 'https://git.example:8443'),
        ],
      })
      store.activate('c')
      const commands = accountsPalette.useCommands!(undefined)()
      return rankCommands(commands, 'logout').map(({ command }) => command.label)
    }),
  )
  scope.stop()
  expect(labels).toEqual([
    'Sign out of Maya (git.example:8443)…',
    'Sign out of Maya (git.example)…',
    'Sign out of Home…',
  ])
})
