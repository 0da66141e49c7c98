import { createPinia } from 'pinia'
import { createSSRApp, h, shallowRef } from 'vue'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import ServiceAccountsScreen from './ServiceAccountsScreen.vue'

const empty = { render: () => null }

/** The screen’s text for an account. In memory, the group `maps` has no service accounts. */
async function screenText({
  isAdmin,
  query = '',
}: {
  isAdmin: boolean
  query?: string
}): Promise<string> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ['person', 'admin-user', 'new-runner'].map((name) => ({
      ...{ name, path: `/${name}/:account/:id?`, component: empty },
    })),
  })
  router.addRoute({ path: '/', component: ServiceAccountsScreen, props: { account: 'a' } })
  await router.push(`/${query}`)
  const app = createSSRApp({ render: () => h(RouterView) })
  app.provide(hostKey, { invoke: () => new Promise(() => undefined), on: () => () => undefined })
  const ignore = () => undefined
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: ignore,
    closeToast: ignore,
    showNote: ignore,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: () => new Promise(() => undefined) })
  app.use(createPinia()).use(router)
  app.runWithContext(() => {
    useAccountsStore().put({ id: 'a', isAdmin } as Account)
  })
  queryClient.setQueryData(
    [
      ...['a', 'ownedServiceAccounts.list'],
      { column: 'id', isDescending: true },
      { kind: 'group', path: 'maps' },
    ],
    { pages: [{ value: { items: [] }, asOf: 1 }], pageParams: [undefined] },
  )
  const text = (await renderToString(app)).replaceAll(/<[^>]*>/g, ' ')
  queryClient.clear()
  return text.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' ')
}

it('asks for a group, and offers the instance’s service accounts to administrators only', async () => {
  const others = await screenText({ isAdmin: false })
  expect(others).toContain('Enter a group')
  expect(others).toContain('For owners of the group, and for administrators.')
  expect(others).not.toMatch(/Instance|New service account/)
  const admins = await screenText({ isAdmin: true })
  expect(admins).toMatch(/New service account.*Instance.*Group.*Project/)
  expect(await screenText({ isAdmin: true, query: '?of=project' })).toContain('Enter a project')
})

it('says so if a group has no service accounts', async () => {
  const query = '?of=group&path=maps'
  const text = await screenText({ isAdmin: false, query })
  expect(text).toContain('No service accounts')
  expect(text).not.toContain('Create one')
})
