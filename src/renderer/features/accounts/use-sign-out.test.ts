import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { Account } from '../../../shared/app/accounts.ts'
import { hostKey } from '../../data/latchkey.ts'
import { confirmKey } from '../../data/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useSignOut } from './use-sign-out.ts'

/** Which accounts the questions are about that come before a sign-out, where a damaged file is deleted with it. */
async function askedBefore(demo: boolean): Promise<(boolean | undefined)[]> {
  const account: Account = {
    id: 'a',
    baseUrl: 'https://example.com',
    label: 'a',
    colour: 'teal',
    user: { id: 9, username: 'a', name: 'a' },
    isAdmin: false,
    demo,
    token: 'session',
  }
  const answers: Record<string, unknown> = {
    'damagedFiles.list': [{ file: '/home/a/queue.sqlite' }],
    'auditLog.exists': { exists: false },
    'device.paths': { auditLogs: '/home/a/logs' },
    'accounts.signOut': { accounts: [], keychain: undefined },
  }
  const asked: (boolean | undefined)[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name: string) => ({ ok: true, value: answers[name] }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask(question) {
      asked.push(question.demo)
      return true
    },
  })
  app.use(createPinia())
  const scope = effectScope()
  const signOut = app.runWithContext(() => scope.run(() => useSignOut(() => account)))!
  await signOut.confirmSignOut()
  scope.stop()
  return asked
}

it.each([true, false])('asks as for the account that is left (demo: %s)', async (demo) => {
  expect(await askedBefore(demo)).toEqual([demo, demo])
})
