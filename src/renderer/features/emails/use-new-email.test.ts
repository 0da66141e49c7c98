import { createApp, effectScope, ref, shallowRef } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../../bridge/call-error.ts'
import type { AccountEmail } from '../../forms/email-addresses.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { stubSessionStorage } from '../../testing/session-storage.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import type { Emails } from './use-emails.ts'
import { useNewEmail } from './use-new-email.ts'

beforeEach(() => {
  // In development mode, the router warns when it is used outside a component.
  vi.stubEnv('NODE_ENV', 'production')
  stubSessionStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Opens the form for an account; `isRefused` makes GitLab reject new addresses. */
function open({ isRefused = false } = {}) {
  const items = ref<AccountEmail[]>([])
  const app = createApp({})
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  const emails = {
    account: 'a',
    list: { items },
    ports: {
      async add(email: string) {
        if (isRefused) throw new CallError({ kind: 'invalid', message: 'That was refused.' })
        items.value = [...items.value, { email } as AccountEmail]
      },
      messages: { added: 'emails.added', addressHint: 'emails.addressHint' },
    },
    find: (email: string) => items.value.find((one) => one.email === email),
    readAll: async () => undefined,
  } as unknown as Emails
  const added = app.runWithContext(() => effectScope().run(() => useNewEmail(emails)))!
  return { ...added, addresses: () => items.value.map(({ email }) => email) }
}

it('keeps a half-typed address when a suggested one is added', async () => {
  const { form, add, addresses } = open()
  form.values.email = 'anna@exa'
  expect(await add('anna@work.example')).toBe(true)
  expect(addresses()).toEqual(['anna@work.example'])
  expect(form.values.email).toBe('anna@exa')
  form.values.email = 'anna@example.org'
  expect(await form.submit()).toBe(true)
  expect(addresses()).toEqual(['anna@work.example', 'anna@example.org'])
  expect(form.values.email).toBe('')
})

it('shows why a suggestion was rejected next to the suggestion', async () => {
  const { form, adding, add } = open({ isRefused: true })
  form.values.email = 'anna@exa'
  expect(await add('anna@work.example')).toBe(false)
  expect(adding.failure.value?.message).toBe('That was refused.')
  expect([form.values.email, form.failure.value]).toEqual(['anna@exa', undefined])
})
