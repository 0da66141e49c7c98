import { createPinia } from 'pinia'
import { createApp, nextTick } from 'vue'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../bridge/latchkey.ts'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { useAccountsStore } from './accounts.ts'
import { useLayoutStore } from './layout.ts'

const account = {
  id: 'a',
  baseUrl: 'https://example.com',
  label: 'a',
  colour: 'teal' as const,
  user: { id: 9, username: 'a', name: 'a' },
  isAdmin: false,
  demo: false,
  token: 'session' as const,
}

/** Opens a page whose account `a` has this stored layout; without one, loading fails. */
function openPage(stored?: Record<string, string>) {
  const sent: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      if (name === 'layout.set') sent.push(input)
      if (stored) return { ok: true, value: { ...stored } }
      return { ok: false, failure: { kind: 'unexpected', message: 'The disk is full.' } }
    },
    on: () => () => undefined,
  })
  app.use(createPinia())
  const { accounts, layouts } = app.runWithContext(() => ({
    accounts: useAccountsStore(),
    layouts: useLayoutStore(),
  }))
  accounts.take({ accounts: [account] })
  return { accounts, layouts, sent }
}

it('reads what was stored, and stores changes in their order', async () => {
  const { layouts, sent } = openPage({ 'keys.sort': '"name"' })
  expect(layouts.read('a', 'keys.sort')).toBeUndefined()
  await layouts.load('a')
  expect(layouts.read('a', 'keys.sort')).toBe('"name"')
  for (const text of ['"used"', '"used"', '"expiry"']) layouts.write('a', 'keys.sort', text)
  expect(layouts.read('a', 'keys.sort')).toBe('"expiry"')
  await vi.waitUntil(() => sent.length === 2)
  expect(sent).toEqual([{ 'keys.sort': '"used"' }, { 'keys.sort': '"expiry"' }])
})

it('keeps nothing of an account that signed out', async () => {
  stubSessionStorage()
  const { accounts, layouts, sent } = openPage({ 'keys.sort': '"name"' })
  await layouts.load('a')
  accounts.take({ accounts: [] })
  await nextTick()
  layouts.write('a', 'keys.sort', '"used"')
  expect(layouts.read('a', 'keys.sort')).toBeUndefined()
  expect(sent).toEqual([])
})

it('starts without anything if it can’t be read', async () => {
  const { layouts } = openPage()
  await layouts.load('a')
  layouts.write('a', 'keys.sort', '"used"')
  expect(layouts.read('a', 'keys.sort')).toBe('"used"')
})
