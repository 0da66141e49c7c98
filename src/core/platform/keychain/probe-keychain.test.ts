import { expect, it } from 'vitest'
import { createSecretStore } from './create-secret-store.ts'
import type { KeychainModule } from './keychain-store.ts'
import { createKeychainProbe } from './probe-keychain.ts'

/** A native module that stores secrets in memory, with some calls replaced. */
function nativeModule(calls: Partial<KeychainModule> = {}) {
  const items = new Map<string, string>()
  const module: KeychainModule = {
    getPassword: async (_service, account) => items.get(account) ?? null,
    setPassword: async (_service, account, secret) => void items.set(account, secret),
    deletePassword: async (_service, account) => items.delete(account),
    ...calls,
  }
  return { items, module }
}

const probe = (load: () => Promise<KeychainModule>) =>
  createKeychainProbe(
    createSecretStore({ platform: 'win32', env: {}, load, callLimitMs: 50, promptLimitMs: 50 }),
  )()

it('reports an available keychain after storing a test secret, and leaves nothing behind', async () => {
  const written: string[] = []
  const { items, module } = nativeModule()
  const { setPassword } = module
  const state = await probe(async () => ({
    ...module,
    setPassword: (service, account, secret) => {
      written.push(account)
      return setPassword(service, account, secret)
    },
  }))
  expect(state).toMatchObject({ state: 'available', name: 'Windows Credential Manager' })
  expect(written).toEqual(['latchkey-test'])
  expect(items.size).toBe(0)
})

it.each<[string, Partial<KeychainModule>, string]>([
  ['does not keep what is stored', { getPassword: async () => null }, 'didn’t store'],
  ['refuses to store', { setPassword: () => Promise.reject(new Error('Denied.')) }, ': Denied.'],
  ['does not respond', { setPassword: () => new Promise(() => {}) }, 'didn’t respond'],
])('reports an unavailable keychain if it %s', async (_, calls, text) => {
  const state = await probe(async () => nativeModule(calls).module)
  expect(state).toMatchObject({ state: 'failed', message: expect.stringContaining(text) })
})

it("doesn't access a locked keychain, to avoid a prompt", async () => {
  const calls: string[] = []
  const prompt = async (name: string) => void calls.push(name)
  const describe = async () => ({ state: 'locked' as const, name: 'keyring', message: 'Locked.' })
  const keychain = { describe, get: async () => undefined, set: prompt, remove: prompt }
  expect(await createKeychainProbe(keychain)()).toMatchObject({ state: 'locked' })
  expect(calls).toEqual([])
})

it("doesn't access an absent keychain", async () => {
  const state = await probe(() => Promise.reject(new Error('not a library')))
  expect(state).toMatchObject({ state: 'absent' })
})
