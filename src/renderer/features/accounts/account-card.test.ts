import { createPinia } from 'pinia'
import { createSSRApp, h, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import { accountColours } from '../../../shared/rules/account-colours.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import AccountCard from './AccountCard.vue'

const account: Account = {
  ...{
    id: 'a',
    baseUrl: 'https://git.example.org',
    token: 'keychain',
    isAdmin: false,
    label: 'maya',
  },
  ...{ demo: false, colour: accountColours[0], user: { id: 2, username: 'maya', name: 'Maya' } },
}

async function cardText(granularScopes: Account['granularScopes']): Promise<string> {
  const props = {
    account: { ...account, granularScopes },
    isFirst: true,
    isLast: true,
    isActive: true,
  }
  const app = createSSRApp({ render: () => h(AccountCard, props) })
  const ignore = () => undefined
  app.provide(hostKey, { invoke: () => new Promise(ignore), on: () => ignore })
  app.provide(toastsKey, {
    ...{ current: shallowRef([]), showToast: ignore, closeToast: ignore, showNote: ignore },
  })
  app.provide(confirmKey, { current: shallowRef(), ask: () => new Promise(ignore) })
  const routes = [{ path: '/', component: { render: () => null } }]
  app.use(createPinia()).use(createRouter({ history: createMemoryHistory(), routes }))
  app.runWithContext(() => useAccountsStore().put(props.account))
  return (await renderToString(app)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('shows what a fine-grained token allows, and nothing for other tokens', async () => {
  expect(await cardText(undefined)).not.toContain('fine-grained')
  const permissions = ['read_user', 'read_email', 'create_email', 'delete_email']
  expect(await cardText([{ access: 'user', permissions }])).toContain(
    'This fine-grained token allows: Profile and Emails.',
  )
})
