import '../../testing/messages.ts'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createApp, effectScope, ref, shallowRef } from 'vue'
import { confirmKey } from '../../components/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import type { AccountKey, KeyLists } from './keys.ts'
import { useAccountKeys } from './use-account-keys.ts'

it('updates the whole list when one key is checked again', async () => {
  const key = (id: number) => ({ id, key: `key ${id}`, localKeyIds: [] })
  const data = ref<KeyLists>({ account: [key(1), key(2)], local: [] })
  let onAccount = [key(1), key(3)]
  const toasts: string[] = []
  const app = createApp({})
  app.use(createPinia())
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_subject, _account, text) => void toasts.push(String(text)),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  const calls = {
    list: async () => ({ account: onAccount, local: [] }),
    get: async (id: number) => key(id),
    remove: async () => undefined,
  }
  const list = { data, set: (lists: KeyLists) => void (data.value = lists) }
  const { check } = app.runWithContext(() =>
    effectScope().run(() =>
      useAccountKeys(calls, { list, readLists: async () => undefined }, undefined, {
        kind: 'SSH',
        deletion: 'sshKeys.deletion',
      }),
    ),
  )!
  const ids = () => data.value.account.map(({ id }) => id)
  await check({ id: 1, name: 'Desk' } as AccountKey)
  expect(ids()).toEqual([1, 3])
  onAccount = [key(3)]
  await check({ id: 1, name: 'Desk' } as AccountKey)
  expect(ids()).toEqual([3])
  expect(toasts).toEqual(['Desk is still on the account.', 'Desk is no longer on the account.'])
})
