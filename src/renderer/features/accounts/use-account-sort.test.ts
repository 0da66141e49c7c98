import { createPinia } from 'pinia'
import { createApp, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/app/accounts.ts'
import type { Envelope } from '../../../shared/failure.ts'
import { hostKey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useAccountSort } from './use-account-sort.ts'
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

/** The order of three accounts, and the answers to what was asked, given by hand. */
function threeAccounts() {
  const asked: { ids: string[]; answer(envelope: Envelope): void }[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (_, input) =>
      new Promise((answer) => asked.push({ ids: (input as { ids: string[] }).ids, answer })),
    on: () => () => undefined,
  })
  app.provide(toastsKey, { current: shallowRef(), showToast: () => undefined })
  app.use(createPinia())
  const order = app.runWithContext(() => {
    useAccountsStore().take({ accounts: ['a', 'b', 'c'].map(account), keychain })
    return useAccountSort()
  })
  const shown = () => order.ordered.value.map(({ id }) => id).join('')
  const answerNext = async (works: boolean) => {
    await new Promise(setImmediate)
    const { ids, answer } = asked.shift()!
    const value = { accounts: ids.map(account), keychain }
    const failure = { kind: 'unexpected', message: 'No.' } as const
    answer(works ? { ok: true, value } : { ok: false, failure })
    await new Promise(setImmediate)
    return ids.join('')
  }
  return { order, shown, answerNext }
}

it('begins the second of two quick steps where the first one ends', async () => {
  const { order, shown, answerNext } = threeAccounts()
  void order.move('a', 1)
  expect(shown()).toBe('bac')
  void order.move('a', 1)
  expect(shown()).toBe('bca')
  expect(await answerNext(true)).toBe('bac')
  expect(shown()).toBe('bca')
  expect(await answerNext(true)).toBe('bca')
  expect(shown()).toBe('bca')
})

it('shows the order that is kept where a step failed', async () => {
  const { order, shown, answerNext } = threeAccounts()
  void order.move('c', -1)
  expect(shown()).toBe('acb')
  await answerNext(false)
  expect(shown()).toBe('abc')
  expect(order.failure.value?.message).toBe('No.')
})
