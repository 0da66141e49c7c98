import { describe, expect, it, onTestFinished } from 'vitest'
import { lifetimeMs, SessionStage } from '../features/accounts/testing/session-stage.ts'
import { serviceAbsentError } from '../platform/keychain/keychain-error.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import type { AccountsSnapshot } from '../../shared/operations/accounts.ts'
import { ManagedStage, managed } from './testing/managed-stage.ts'

const fail = () => Promise.reject(serviceAbsentError())
const absentKeychain: SecretStore = {
  describe: async () => ({ state: 'absent', name: 'None', message: 'There is none.' }),
  get: fail,
  set: fail,
  remove: fail,
}
const policy = managed({ organization: 'Tidewater', requireKeychain: true })

describe('a keychain', () => {
  it('is required to sign in, and its problem is explained', async () => {
    const stage = await ManagedStage.start(policy, { keychain: absentKeychain })
    const { url: baseUrl, tokens } = stage.sandbox
    const failure = await stage.app.failure('accounts.add', { baseUrl, token: tokens.user })
    expect(failure).toMatchObject({
      kind: 'keychain',
      message: 'Tidewater allows tokens only in a keychain.',
      hint: 'To keep tokens, install and start gnome-keyring or KWallet.',
    })
    const { accounts } = await stage.app.value<AccountsSnapshot>('accounts.list')
    expect(accounts).toEqual([])
    await stage.restart(managed({}))
    expect((await stage.signIn('user')).token).toBe('session')
  })

  it('isn’t required for the demo', async () => {
    const stage = await ManagedStage.start(policy, { keychain: absentKeychain })
    await stage.app.value('demo.start', { as: 'user' })
  })

  it.each([true, false])('is required to renew a session: %s', async (requireKeychain) => {
    const stage = await SessionStage.start()
    onTestFinished(() => stage.stop())
    await stage.latchkey.close()
    stage.policy = managed({ requireKeychain })
    stage.start()
    await stage.read()
    stage.isKeychainFull = true
    stage.pass(lifetimeMs + 1000)
    const before = stage.refreshes
    expect(await stage.read()).toMatchObject({ ok: !requireKeychain })
    expect(stage.refreshes - before).toBe(requireKeychain ? 0 : 1)
  })
})
