import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef, toValue } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { type ConfirmQuestion, confirmKey } from '../../components/use-confirm.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useSignOut } from './use-sign-out.ts'

const account: Account = {
  id: 'a',
  baseUrl: 'https://example.com',
  label: 'a',
  colour: 'teal',
  user: { id: 9, username: 'a', name: 'a' },
  isAdmin: false,
  demo: false,
  token: 'session',
}

/** Signs out of an account with a damaged file; `ask` answers the confirmations. */
async function signOutOf(
  account: Account,
  ask: (question: ConfirmQuestion) => Promise<boolean>,
  tokenUses: Promise<Envelope> = Promise.resolve({ ok: true, value: undefined }),
  identity = 'other',
): Promise<unknown[]> {
  const answers: Record<string, unknown> = {
    'damagedFiles.list': [{ file: '/home/a/queue.sqlite' }],
    'auditLog.exists': { exists: false },
    'identities.list': [{ instance: account.baseUrl, username: identity }],
    'device.paths': { auditLogs: '/home/a/logs' },
    'accounts.signOut': { accounts: [], keychain: undefined },
  }
  const signedOut: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name: string, input: unknown) {
      if (name === 'accounts.tokenUses') return tokenUses
      if (name === 'accounts.signOut') signedOut.push(input)
      return { ok: true, value: answers[name] }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask })
  app.use(createPinia())
  const scope = effectScope()
  const signOut = app.runWithContext(() => scope.run(() => useSignOut(() => account)))!
  await signOut.confirmSignOut()
  scope.stop()
  return signedOut
}

it.each([true, false])(
  'shows the demo tag of the account being signed out (demo: %s)',
  async (demo) => {
    const demoFlags: (boolean | undefined)[] = []
    await signOutOf({ ...account, demo }, async (question) => {
      demoFlags.push(question.demo)
      return true
    })
    expect(demoFlags).toEqual([demo, demo])
  },
)

describe('sign-out confirmation', () => {
  it.each([
    ['a', true],
    ['other', false],
  ])('names the identity that Git keeps using: %s', async (username, isNamed) => {
    const texts: string[] = []
    const ask = async ({ text }: ConfirmQuestion) => {
      texts.push(toValue(text) ?? '')
      return true
    }
    await signOutOf(account, ask, undefined, username)
    expect(texts[0]!.includes('Git keeps using its identity')).toBe(isNamed)
  })

  const revocable: Account = { ...account, accessToken: { canRotate: false } }
  const hints = ({ options }: ConfirmQuestion) => toValue(options)!.map(({ hint }) => hint)
  const isAboutRevoking = ({ options }: ConfirmQuestion) =>
    toValue(options)?.some(({ label }) => label.startsWith('Also revoke')) === true

  it('opens without waiting for the keychain to list other uses of the token', async () => {
    const keychain = Promise.withResolvers<Envelope>()
    const shown: string[] = []
    await signOutOf(
      revocable,
      async (question) => {
        if (!isAboutRevoking(question)) return true
        shown.push(hints(question)[0]!)
        keychain.resolve({ ok: true, value: { places: [], accounts: ['Work'] } })
        await vi.waitUntil(() => hints(question)[0] !== shown[0])
        shown.push(hints(question)[0]!)
        return true
      },
      keychain.promise,
    )
    expect(shown).toEqual([
      'Looking for what else uses this token…',
      'These use the same token and stop working: Work.',
    ])
  })

  it('doesn’t revoke an unreadable token', async () => {
    const keychain = Promise.withResolvers<Envelope>()
    const texts: string[] = []
    const signedOut = await signOutOf(
      revocable,
      async (question) => {
        if (!isAboutRevoking(question)) return true
        toValue(question.options)![0]!.checked.value = true
        keychain.resolve({ ok: false, failure: { kind: 'keychain', message: 'It is locked.' } })
        await vi.waitUntil(() => !isAboutRevoking(question))
        texts.push(toValue(question.text))
        return true
      },
      keychain.promise,
    )
    expect(texts).toEqual([expect.stringContaining('stays valid on')])
    expect(signedOut).toMatchObject([{ id: 'a', revokeToken: false }])
  })
})
