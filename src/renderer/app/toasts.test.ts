import { createPinia } from 'pinia'
import { createApp, createSSRApp, nextTick, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { type ToastAction, type ToastText, toastsKey, useToast } from '../ui/use-toast.ts'
import { createToasts, provideToasts, toastDuration } from './toasts.ts'

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

/** Creates the toasts for a page with accounts `a` (active) and `b`. */
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
    const past = () =>
      toasts.past.value.map(({ text, undo: offered }) => `${text}${offered ? ' Undo' : ''}`)
    return { ...toasts, all: toasts.past, texts, past, path, accounts, listeners, app }
  })
}

it('closes account toasts on an account switch, but keeps toasts without an account', async () => {
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

it('prefixes a toast for an inactive account with its name and omits its actions', () => {
  const { current, showToast } = openPage()
  showToast({}, 'b', 'Deleted.', undo)
  expect(current.value).toMatchObject([{ text: '\u2068Account b\u2069: Deleted.', actions: [] }])
})

it('drops toasts of signed-out accounts and all toasts while locked', async () => {
  const { texts, showToast, accounts, listeners } = openPage()
  accounts.take({ accounts: [account('a')], keychain })
  showToast({}, 'b', 'Deleted.', undo)
  expect(texts()).toEqual([])

  showToast({}, 'a', 'Deleted.', undo)
  listeners.get('lock')!({ locked: true, verifiesUser: false, pausesQueue: false })
  await nextTick()
  expect(texts()).toEqual([])
  showToast({}, 'a', 'Deleted.', undo)
  expect(texts()).toEqual([])
})

it('stacks the last three toasts, at most one per source', () => {
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

it('keeps undo, sticky and recent toasts on navigation', async () => {
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

it('closes a single toast by its ID', () => {
  const { current, texts, showToast, close } = openPage()
  showToast({}, 'a', 'Copied.')
  showToast({}, 'a', 'Added.')
  close(current.value[0]!.id)
  expect(texts()).toEqual(['Added.'])
})

it('closes a source’s toast, and prefixes a changing text with its account', () => {
  const { current, showToast, closeToast } = openPage()
  const source = {}
  showToast(source, 'a', 'Blocking.', undo)
  showToast({}, 'b', (now) => `In ${now} s.`)
  closeToast(source)
  const texts = current.value.map(({ text }) => (typeof text === 'string' ? text : text(5)))
  expect(texts).toEqual(['\u2068Account b\u2069: In 5 s.'])
})

it('shows each unsaved action once', async () => {
  const emit: ((failure: { message: string; hint: string }) => void)[] = []
  let texts: unknown[] = []
  const app = createSSRApp({
    setup() {
      const { current } = provideToasts()
      const name = (username: string) => ({
        message: `@${username} still exists.`,
        hint: 'Delete it.',
      })
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
  expect(texts).toEqual(['@bo still exists. Delete it.', '@maya still exists. Delete it.'])
})

it.each<[expected: number | undefined, text: ToastText, actions: ToastAction[], isSticky?: true]>([
  [6000, 'Copied.', []],
  [10_000, 'Deleted.', [undo]],
  [10_000, 'Nothing changed.', [{ label: 'Set anyway', run: () => undefined }]],
  [undefined, (now) => `Blocking in ${now} s.`, [undo]],
  [6000, () => 'Blocking.', []],
  [undefined, 'Not saved on this computer.', [], true],
])('shows for %s ms a toast “%s” with actions %j', (expected, text, actions, isSticky) => {
  expect(toastDuration({ id: 1, text, actions, ...(isSticky && { isSticky }) })).toBe(expected)
})

it('replaces a toast about the same subject, whichever component shows it', () => {
  const { app, texts, ...toasts } = openPage()
  app.provide(toastsKey, toasts)
  app.runWithContext(() => {
    useToast('a', 'status').showToast('Status: Lunch.')
    useToast('a', 'preferences').showToast('One file at a time: on.')
    useToast('a', 'status').showToast('Status: Focus.')
    useToast('a').about('run 7').showToast('Run paused.')
    useToast('a').about('run 7').showToast('Run resumed.')
  })
  expect(texts()).toEqual(['One file at a time: on.', 'Status: Focus.', 'Run resumed.'])
})

describe('toast history', () => {
  it('lists the last twenty toasts newest first, including closed ones', () => {
    const { past, current, showToast, close } = openPage()
    for (let count = 1; count <= 22; count += 1) showToast({}, 'a', `Toast ${count}.`)
    for (const { id } of current.value) close(id)
    expect(past()).toHaveLength(20)
    expect(past().slice(0, 2)).toEqual(['Toast 22.', 'Toast 21.'])
  })

  it('offers Undo only while the action can be undone', () => {
    const { all, past, texts, showToast, closeToast } = openPage()
    const run = vi.fn<() => void>()
    showToast('view', 'a', 'View deleted.', { ...undo, run })
    showToast('status', 'a', 'Status: Lunch.', undo)
    showToast('status', 'a', 'Status: Focus.', undo)
    showToast('plan', 'a', 'Plan deleted.', undo)
    closeToast('plan')
    expect(past()).toEqual([
      'Plan deleted.',
      'Status: Focus. Undo',
      'Status: Lunch.',
      'View deleted. Undo',
    ])
    void all.value.at(-1)!.undo!.run()
    expect(run).toHaveBeenCalledOnce()
    expect(past().at(-1)).toBe('View deleted.')
    expect(texts()).toEqual(['Status: Focus.'])
  })

  it('lists a countdown only once its outcome is final', () => {
    const { past, showToast } = openPage()
    showToast('user 7', 'a', (now) => `Blocking in ${now} s.`, undo)
    expect(past()).toEqual([])
    showToast('user 7', 'a', 'Blocked.')
    expect(past()).toEqual(['Blocked.'])
  })

  it('lists only the current account’s toasts, and clears them at sign-out', async () => {
    const { past, accounts, showToast } = openPage()
    showToast({}, 'a', 'Deleted.', undo)
    showToast({}, undefined, 'Copied.')
    accounts.activate('b')
    expect(past()).toEqual(['Copied.'])
    accounts.activate('a')
    expect(past()).toEqual(['Copied.', 'Deleted. Undo'])
    accounts.take({ accounts: [account('b')], keychain })
    await nextTick()
    accounts.take({ accounts: [account('a'), account('b')], keychain })
    accounts.activate('a')
    expect(past()).toEqual(['Copied.'])
  })
})
