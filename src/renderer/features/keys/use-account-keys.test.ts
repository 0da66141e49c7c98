import '../../testing/messages.ts'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { type Ref, createApp, effectScope, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { type ToastAction, toastsKey } from '../../ui/use-toast.ts'
import type { AccountKey, KeyLists } from './keys.ts'
import { useAccountKeys } from './use-account-keys.ts'

interface ShownToast {
  text: string
  actions: ToastAction[]
}

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

function open(data: Ref<KeyLists>, calls: Parameters<typeof useAccountKeys>[0]) {
  const toasts: ShownToast[] = []
  const app = createApp({})
  app.use(createPinia())
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_subject, _account, text, ...actions) =>
      void toasts.push({ text: String(text), actions: actions.flatMap((action) => action ?? []) }),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  const list = { data, set: (lists: KeyLists) => void (data.value = lists) }
  const keys = app.runWithContext(() =>
    effectScope().run(() =>
      useAccountKeys(calls, { list, readLists: async () => undefined }, undefined, {
        kind: 'SSH',
        deletion: () => 'sshKeys.deletion',
      }),
    ),
  )!
  return { ...keys, toasts }
}

it('adds a deleted key again on Undo, and reports why if that fails', async () => {
  const account = [{ id: 1, key: 'key 1' }]
  const data = ref<KeyLists>({ account, local: [] })
  const restored: number[] = []
  const gitlab: { failure?: Failure } = {}
  const { remove, toasts } = open(data, {
    list: async () => data.value,
    remove: async () => undefined,
    async restore({ id }) {
      restored.push(id)
      const { failure } = gitlab
      if (failure) return { outcome: 'failed', localKeyId: '1', failure }
      return { outcome: 'imported', localKeyId: '1', key: account[0]! }
    },
  })
  await remove({ id: 1, name: 'Desk', text: 'key 1' } as AccountKey)
  const [{ actions }] = toasts as [ShownToast]
  await actions[0]!.run()
  gitlab.failure = { kind: 'offline', message: 'GitLab can’t be reached.' }
  await actions[0]!.run()
  expect(restored).toEqual([1, 1])
  expect(toasts.slice(1).map(({ text }) => plain(text))).toEqual([
    'Desk is on the account again.',
    'GitLab can’t be reached.',
  ])
})

it('updates the whole list when one key is checked again', async () => {
  const key = (id: number) => ({ id, key: `key ${id}` })
  const data = ref<KeyLists>({ account: [key(1), key(2)], local: [] })
  let onAccount = [key(1), key(3)]
  const { check, toasts } = open(data, {
    list: async () => ({ account: onAccount, local: [] }),
    remove: async () => undefined,
  })
  const ids = () => data.value.account.map(({ id }) => id)
  await check({ id: 1, name: 'Desk' } as AccountKey)
  expect(ids()).toEqual([1, 3])
  onAccount = [key(3)]
  await check({ id: 1, name: 'Desk' } as AccountKey)
  expect(ids()).toEqual([3])
  expect(toasts.map(({ text }) => text)).toEqual([
    'Desk is still on the account.',
    'Desk is no longer on the account.',
  ])
})

it('offers Undo only for a key whose text is known', async () => {
  const data = ref<KeyLists>({ account: [], local: [] })
  const { remove, toasts } = open(data, {
    list: async () => data.value,
    remove: async () => undefined,
    restore: async () => undefined,
  })
  await remove({ id: 1, name: 'Desk', text: '' } as AccountKey)
  await remove({ id: 2, name: 'Bag', text: 'key 2' } as AccountKey)
  expect(toasts.map(({ actions }) => actions.length)).toEqual([0, 1])
  await toasts[1]!.actions[0]!.run()
  expect(plain(toasts.at(-1)!.text)).toBe('GitLab’s copy of this key couldn’t be read.')
})
