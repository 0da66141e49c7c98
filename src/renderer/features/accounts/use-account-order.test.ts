import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAccountOrder } from './use-account-order.ts'
import { toastsKey } from '../../ui/use-toast.ts'

const keychain = { state: 'available', name: '', message: '' } as const
const account = (id: string): Account => ({
  id,
  baseUrl: 'https://example.com',
  label: id,
  colour: 'teal',
  user: { id: 9, username: id, name: id },
  isAdmin: false,
  demo: false,
  token: 'session',
})

/** Three accounts to reorder; the test resolves the requests. */
function threeAccounts() {
  const requests: { ids: string[]; answer(envelope: Envelope): void }[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (_, input) =>
      new Promise((answer) => requests.push({ ids: (input as { ids: string[] }).ids, answer })),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const order = app.runWithContext(() => {
    useAccountsStore().take({ accounts: ['a', 'b', 'c'].map(account), keychain })
    return effectScope().run(useAccountOrder)!
  })
  const shownOrder = () => order.orderedAccounts.value.map(({ id }) => id).join('')
  const answerNext = async (succeeds: boolean) => {
    await new Promise(setImmediate)
    const { ids, answer } = requests.shift()!
    const value = { accounts: ids.map(account), keychain }
    const failure = { kind: 'unexpected', message: 'No.' } as const
    answer(succeeds ? { ok: true, value } : { ok: false, failure })
    await new Promise(setImmediate)
    return ids.join('')
  }
  return { order, shownOrder, answerNext }
}

it('continues from an earlier move that isn’t saved yet', async () => {
  const { order, shownOrder, answerNext } = threeAccounts()
  void order.move('a', 1)
  expect(shownOrder()).toBe('bac')
  void order.move('a', 1)
  expect(shownOrder()).toBe('bca')
  expect(await answerNext(true)).toBe('bac')
  expect(shownOrder()).toBe('bca')
  expect(await answerNext(true)).toBe('bca')
  expect(shownOrder()).toBe('bca')
})

it('restores the saved order if a move fails', async () => {
  const { order, shownOrder, answerNext } = threeAccounts()
  void order.move('c', -1)
  expect(shownOrder()).toBe('acb')
  await answerNext(false)
  expect(shownOrder()).toBe('abc')
  expect(order.failure.value?.message).toBe('No.')
})
