import { vi } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../../../../shared/operations/accounts.ts'
import { KeychainError, keychainFailedError } from '../../../platform/keychain/keychain-error.ts'
import { noPolicy } from '../../../platform/policy/policy.ts'
import type { SecretStore } from '../../../platform/keychain/secret-store.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { message } from '../../../../shared/messages/message.ts'
import { testFolder } from '../../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { type TestUser, signInWithBrowser, userWithBrowser } from './browser.ts'

/** How long (ms) an access token lasts here. */
export const lifetimeMs = 300_000

/** Replaces the instance's response to a request; undefined to send the request. */
type Answer = (path: string, init: RequestInit | undefined) => Promise<Response> | undefined

/** Latchkey with a session, whose clock stands still unless it is moved. */
export class SessionStage {
  readonly sandbox: Sandbox
  readonly secrets = new Map<string, string>()
  /** `METHOD /path` of each request to the instance. */
  readonly sent: string[] = []
  answer: Answer = () => undefined
  isKeychainLocked = false
  /** Whether the keychain can only be read. */
  isKeychainFull = false
  policy = noPolicy
  readonly folder = testFolder()
  latchkey: TestLatchkey
  user!: TestUser
  account!: Account

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.latchkey = this.start()
  }

  static async start(username = 'maya.lindqvist', options: SandboxOptions = {}) {
    vi.setSystemTime(Date.UTC(2026, 4, 4, 12))
    const lifetime = { oauthLifetime: lifetimeMs / 1000 }
    const stage = new SessionStage(
      await startSeededSandbox({ users: 20, flavor: 'gitlab', ...lifetime, ...options }),
    )
    stage.user = await userWithBrowser(stage.latchkey, stage.sandbox)
    stage.account = await signInWithBrowser(stage.user, username)
    return stage
  }

  /** Starts Latchkey with the same folder and keychain. */
  start(): TestLatchkey {
    const send = createNodeFetch()
    this.latchkey = createTestLatchkey({
      dataFolder: this.folder,
      keychain: this.#keychain(),
      policy: this.policy,
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input)
        this.sent.push(`${init?.method ?? 'GET'} ${pathname}`)
        return this.answer(pathname, init) ?? send(input, init)
      },
    })
    return this.latchkey
  }

  get refreshes(): number {
    return this.sent.filter((request) => request === 'POST /oauth/token').length - 1
  }

  pass(milliseconds: number): void {
    vi.setSystemTime(currentTime() + milliseconds)
  }

  /** A request of the account that can't be answered from a cache. */
  read() {
    return this.latchkey.invoke('accounts.refresh', { id: this.account.id })
  }

  async state(): Promise<Account> {
    const { accounts } = await this.latchkey.value<AccountsSnapshot>('accounts.list')
    return accounts.find(({ id }) => id === this.account.id)!
  }

  async stop(): Promise<void> {
    await this.latchkey.close()
    await this.sandbox.stop()
    vi.useRealTimers()
  }

  #keychain(): SecretStore {
    const assertOpen = () => {
      if (this.isKeychainLocked)
        throw new KeychainError('locked', message('secrets.locked'), message('secrets.unlock'))
    }
    return {
      describe: async () => ({
        state: this.isKeychainLocked ? 'locked' : 'available',
        name: 'a test',
        message: '',
      }),
      get: async (name) => {
        assertOpen()
        return this.secrets.get(name)
      },
      set: async (name, secret) => {
        assertOpen()
        if (this.isKeychainFull) throw keychainFailedError('linux', new Error('It is full'))
        this.secrets.set(name, secret)
      },
      remove: async (name) => void this.secrets.delete(name),
    }
  }
}
