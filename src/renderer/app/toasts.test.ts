import { createPinia } from 'pinia'
import { createApp, createSSRApp, nextTick, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { createToasts, provideToasts } from './toasts.ts'

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
beforeEach(() => void stubSessionStorage())

const undo = { label: 'Undo', run: () => undefined, isUndo: true as const }

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
    const path = ref('/home')
    const toasts = createToasts(() => path.value)
    const texts = () => toasts.current.value.map(({ text }) => text)
    return { ...toasts, texts, path, accounts, listeners }
  })
}

it('closes a toast when another account is shown, but not one that is about no account', async () => {
  const { texts, showToast, accounts } = openPage()
  showToast({}, 'a', 'Deleted.', undo)
  accounts.activate('b')
  await nextTick()
  expect(texts()).toEqual([])

  showToast({}, undefined, 'The clipboard may hold a secret.', undo)
  accounts.activate('a')
  await nextTick()
  expect(texts()).toEqual(['The clipboard may hold a secret.'])
})

it('names the account of a toast that arrives late, and offers no actions', () => {
  const { current, showToast } = openPage()
  showToast({}, 'b', 'Deleted.', undo)
  expect(current.value).toMatchObject([{ text: '\u2068Account b\u2069: Deleted.', actions: [] }])
})

it('shows no toast of an account that was signed out, and none while locked', async () => {
  const { texts, showToast, accounts, listeners } = openPage()
  accounts.take({ accounts: [account('a')], keychain })
  showToast({}, 'b', 'Deleted.', undo)
  expect(texts()).toEqual([])

  showToast({}, 'a', 'Deleted.', undo)
  listeners.get('lock')!({ locked: true, asksWho: false, pausesQueue: false })
  await nextTick()
  expect(texts()).toEqual([])
  showToast({}, 'a', 'Deleted.', undo)
  expect(texts()).toEqual([])
})

it('stacks the last three toasts, with one from each source', () => {
  const { texts, showToast, showNote } = openPage()
  const source = {}
  showToast(source, 'a', 'Queued.', undo)
  showNote('Not saved on this computer.')
  showToast(source, 'a', 'Done.')
  expect(texts()).toEqual(['Not saved on this computer.', 'Done.'])
  showToast({}, 'a', 'Copied.')
  showToast({}, 'a', 'Added.')
  expect(texts()).toEqual(['Done.', 'Copied.', 'Added.'])
})

it('keeps toasts that offer to undo when another screen is opened, and those that announce it', async () => {
  vi.useFakeTimers()
  const { texts, showToast, showNote, path } = openPage()
  showToast({}, 'a', 'Deleted.', undo)
  showToast({}, 'a', 'Copied.', { label: 'Again', run: () => undefined })
  showNote('Not saved on this computer.')
  vi.advanceTimersByTime(2000)
  path.value = '/status'
  await nextTick()
  expect(texts()).toEqual(['Deleted.', 'Not saved on this computer.'])

  showToast({}, 'a', 'User created.')
  path.value = '/user'
  await nextTick()
  expect(texts()).toContain('User created.')
  vi.useRealTimers()
})

it('closes one toast', () => {
  const { current, texts, showToast, close } = openPage()
  showToast({}, 'a', 'Copied.')
  showToast({}, 'a', 'Added.')
  close(current.value[0]!.id)
  expect(texts()).toEqual(['Added.'])
})

it('closes the toast of a source, and names the account in a text that changes', () => {
  const { current, showToast, closeToast } = openPage()
  const source = {}
  showToast(source, 'a', 'Blocking.', undo)
  showToast({}, 'b', (now) => `In ${now} s.`)
  closeToast(source)
  const texts = current.value.map(({ text }) => (typeof text === 'string' ? text : text(5)))
  expect(texts).toEqual(['\u2068Account b\u2069: In 5 s.'])
})

it('shows every action that could not be saved, and each once', async () => {
  const emit: ((failure: { message: string; hint: string }) => void)[] = []
  let texts: unknown[] = []
  const app = createSSRApp({
    setup() {
      const { current } = provideToasts()
      const name = (username: string) => ({ message: `@${username} is left.`, hint: 'Delete it.' })
      for (const username of ['maya', 'bo', 'maya']) emit[0]!(name(username))
      texts = current.value.map(({ text }) => text)
      return () => undefined
    },
  })
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: undefined }),
    on: (name, listener) => {
      if (name === 'unsaved') emit.push(listener as never)
      return () => undefined
    },
  })
  app.use(createPinia())
  app.use(createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] }))
  await renderToString(app)
  expect(texts).toEqual(['@bo is left. Delete it.', '@maya is left. Delete it.'])
})
