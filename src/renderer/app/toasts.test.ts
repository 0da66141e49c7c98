import { createPinia } from 'pinia'
import { createApp, nextTick } from 'vue'
import { expect, it } from 'vitest'
import type { Account } from '../../shared/app/accounts.ts'
import { hostKey } from '../data/latchkey.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { createToasts } from './toasts.ts'

const keychain = { state: 'available', name: '', message: '' } as const
const account = (id: string): Account => ({
  id,
  baseUrl: 'https://example.com',
  label: `Account ${id}`,
  colour: 'teal',
  user: { id: 9, username: id, name: id },
  isAdmin: false,
  demo: false,
  token: 'session',
})
const undo = { label: 'Undo', run: () => undefined }

/** The toasts of a page with the accounts `a` and `b`, of which `a` is shown. */
function openPage() {
  const listeners = new Map<string, (payload: unknown) => void>()
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: account('a') }),
    on: (name, listener) => {
      listeners.set(name, listener as never)
      return () => undefined
    },
  })
  app.use(createPinia())
  return app.runWithContext(() => {
    const accounts = useAccountsStore()
    accounts.take({ accounts: [account('a'), account('b')], keychain })
    accounts.activate('a')
    return { ...createToasts(), accounts, listeners }
  })
}

it('closes a toast when another account is shown, but not one that is about no account', async () => {
  const { current, showToast, accounts } = openPage()
  showToast('a', 'Deleted.', undo)
  expect(current.value?.actions).toHaveLength(1)
  accounts.activate('b')
  await nextTick()
  expect(current.value).toBeUndefined()

  showToast(undefined, 'The clipboard may hold a secret.', undo)
  accounts.activate('a')
  await nextTick()
  expect(current.value?.text).toBe('The clipboard may hold a secret.')
})

it('names the account of a toast that arrives late, and offers no actions', () => {
  const { current, showToast } = openPage()
  showToast('b', 'Deleted.', undo)
  expect(current.value).toMatchObject({ text: '\u2068Account b\u2069: Deleted.', actions: [] })
})

it('shows no toast of an account that was signed out, and none while locked', async () => {
  const { current, showToast, accounts, listeners } = openPage()
  accounts.take({ accounts: [account('a')], keychain })
  showToast('b', 'Deleted.', undo)
  expect(current.value).toBeUndefined()

  showToast('a', 'Deleted.', undo)
  listeners.get('lock')!({ locked: true, asksWho: false, pausesQueue: false })
  await nextTick()
  expect(current.value).toBeUndefined()
  showToast('a', 'Deleted.', undo)
  expect(current.value).toBeUndefined()
})
