import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { beforeEach, expect, it, vi } from 'vitest'
import { hostKey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { usePaletteStore } from './palette-store.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

const account = (id: string) => ({
  id,
  baseUrl: 'https://example.com',
  label: id,
  colour: 'teal' as const,
  user: { id: 9, username: id, name: id },
  isAdmin: false,
  demo: false,
  token: 'session' as const,
})

/** Opens a page with these accounts signed in and returns its store. */
function openPage(...ids: string[]) {
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: undefined }),
    on: () => () => undefined,
  })
  app.use(createPinia())
  return app.runWithContext(() => {
    const accounts = useAccountsStore()
    const signIn = (...all: string[]) =>
      accounts.take({
        accounts: all.map(account),
        keychain: { state: 'available', name: '', message: '' },
      })
    signIn(...ids)
    return { store: usePaletteStore(), signIn }
  })
}

it('keeps recent commands per account, without duplicates, across reloads', () => {
  const { store } = openPage('a', 'b')
  store.remember('b', { id: 'lock' })
  for (const text of ['1', '2', '3', '4', '5', '6', '3']) store.remember('a', { id: 'typed', text })
  const { store: reloaded } = openPage('a', 'b')
  expect(reloaded.recentFor('a').map(({ text }) => text)).toEqual(['3', '6', '5', '4', '2'])
  expect(reloaded.recentFor('b')).toEqual([{ id: 'lock' }])
})

it('forgets an account’s commands when it signs out', async () => {
  const { store, signIn } = openPage('a', 'b')
  store.remember('a', { id: 'typed', text: 'add email ada@example.com' })
  store.remember('b', { id: 'lock' })
  signIn('b')
  await vi.waitUntil(() => store.recentFor('a').length === 0)
  expect(sessionStorage.getItem('recent-commands')).toBe('{"b":[{"id":"lock"}]}')
})

it.each(['no JSON', '[]', '{"a":[7]}', '{"a":{}}', 'null'])(
  'starts empty if the storage contains %s',
  (stored) => {
    sessionStorage.setItem('recent-commands', stored)
    expect(openPage('a').store.recentFor('a')).toEqual([])
  },
)
