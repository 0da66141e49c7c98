import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import { useListAddress } from './use-list-address.ts'

it('adds a filter to one whose address isn’t open yet', async () => {
  const app = createApp({})
  const routes = [{ path: '/', name: 'directory', component: {} }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push('/')
  app.use(router)
  const scope = effectScope()
  const address = app.runWithContext(() => scope.run(useListAddress))!
  for (const text of ['2fa:no', 'admin:yes']) {
    address.searchText.value = text
    address.search()
  }
  const both = { two_factor: 'disabled', admins: 'yes' }
  await vi.waitFor(() => expect(router.currentRoute.value.query).toEqual(both))
  expect(address.list.value.filter).toEqual({ two_factor: 'disabled', admins: true })
  scope.stop()
})
