import '../../testing/messages.ts'
import { createPinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createApp, effectScope, shallowRef } from 'vue'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useEmails } from './use-emails.ts'

afterEach(() => queryClient.clear())

/** The account’s emails. The test changes what GitLab returns. */
function open(service: { confirmed: string[] }) {
  const toasts: string[] = []
  const answers: Record<string, () => unknown> = {
    'cache.read': () => ({}),
    'user.get': () => ({ id: 1, username: 'ada', name: 'Ada', email: 'ada@home.example' }),
    'emails.list': () => ({ items: ['a@b.example', 'c@d.example'].map(emailOf) }),
    'emails.get': () => emailOf('a@b.example', 0),
  }
  const emailOf = (email: string, at: number) => ({
    id: at + 1,
    email,
    confirmed_at: service.confirmed.includes(email) ? '2026-01-02T03:04:05Z' : null,
  })
  const app = createApp({})
  app.use(createPinia())
  app.provide(hostKey, {
    invoke: async (name) => ({ ok: true, value: answers[name]?.() }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_subject, _account, text) => void toasts.push(String(text)),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  const emails = app.runWithContext(() => effectScope().run(() => useEmails('a')))!
  return { emails, toasts }
}

it('updates the state of all addresses when one is checked again', async () => {
  const service = { confirmed: [] as string[] }
  const { emails, toasts } = open(service)
  const states = () => emails.list.items.value.map(({ email, isConfirmed }) => [email, isConfirmed])
  await emails.readAll()
  expect(states().slice(1)).toEqual([
    ['a@b.example', false],
    ['c@d.example', false],
  ])
  service.confirmed = ['c@d.example']
  await emails.check(emails.find('a@b.example')!)
  expect(states().slice(1)).toEqual([
    ['a@b.example', false],
    ['c@d.example', true],
  ])
  expect(toasts).toEqual(['a@b.example isn’t confirmed yet.'])
})
