import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox, SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import { KeychainError } from '../../platform/keychain/keychain-error.ts'
import { message } from '../../../shared/messages/message.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

/** A request as it was sent. */
export interface SentRequest {
  method: string
  path: string
  token: string | null
}

/** Makes a step fail, or kills the process, either before or after it. */
export type StepFault = { at: 'before' | 'after'; how: 'fails' | 'dies' }
type FaultAt = (step: string) => StepFault | undefined

/** Latchkey with a keychain and a connection that can fail or kill the process at any step. */
export class RotationStage {
  readonly sandbox: Sandbox
  readonly sent: SentRequest[] = []
  readonly secrets = new Map<string, string>()
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-rotation-'))
  latchkey: TestLatchkey
  /** Steps are `METHOD /path`, `set name`, `set new`, `remove new`, … */
  faultAt: FaultAt = () => undefined
  /** Responds instead of the instance. */
  answer: ((sent: SentRequest) => Response | Promise<Response> | undefined) | undefined
  /** Resolves when the process dies at a step. */
  readonly death = Promise.withResolvers<void>()
  readonly #started: TestLatchkey[] = []

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.latchkey = this.#start()
  }

  static async start(options: SandboxOptions = {}): Promise<RotationStage> {
    return new RotationStage(await startSeededSandbox({ users: 20, flavor: 'gitlab', ...options }))
  }

  /** Creates another token for a user, as the administrator. */
  async tokenOf(user: number, scopes = ['api'], days = 10): Promise<string> {
    const answer = await fetch(`${this.sandbox.url}/api/v4/users/${user}/personal_access_tokens`, {
      method: 'POST',
      headers: { 'private-token': this.sandbox.tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Latchkey', scopes, expires_at: dateIn(days) }),
    })
    return ((await answer.json()) as { token: string }).token
  }

  async works(token: string): Promise<boolean> {
    const headers = { 'private-token': token }
    const { status } = await fetch(`${this.sandbox.url}/api/v4/user`, { headers })
    return status === 200
  }

  signIn(token: string): Promise<Account> {
    return this.latchkey.signIn(this.sandbox.url, token)
  }

  rotate(id: string, days = 90): Promise<Account> {
    return this.latchkey.value('accounts.rotateToken', { id, expires_at: dateIn(days) })
  }

  async account(id: string): Promise<Account> {
    const { accounts } = await this.latchkey.value<AccountsSnapshot>('accounts.list')
    return accounts.find((one) => one.id === id)!
  }

  /** Restarts with the same folder and keychain. */
  restart(): void {
    this.faultAt = () => undefined
    this.latchkey = this.#start()
  }

  /** Requests that were sent with a token after the instance rotated it. */
  sentAfterRotation(token: string): string[] {
    const at = this.sent.findIndex(({ method, path }) => method === 'POST' && isRotation(path))
    return this.sent
      .slice(at + 1)
      .filter((one) => one.token === token)
      .map(({ method, path }) => `${method} ${path}`)
  }

  async stop(): Promise<void> {
    for (const latchkey of this.#started) await latchkey.close()
    await this.sandbox.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #start(): TestLatchkey {
    const latchkey = createTestLatchkey({
      dataFolder: this.folder,
      keychain: this.#keychain(),
      fetch: this.#fetch(createNodeFetch()),
    })
    this.#started.push(latchkey)
    return latchkey
  }

  #fetch(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      const one = {
        method: init?.method ?? 'GET',
        path: pathname.replace('/api/v4', ''),
        token: new Headers(init?.headers).get('private-token'),
      }
      return this.#step(`${one.method} ${one.path}`, connectionLost, () => {
        this.sent.push(one)
        return Promise.resolve(this.answer?.(one) ?? send(input, init))
      })
    }
  }

  #keychain(): SecretStore {
    const { secrets } = this
    const call = <T>(action: string, name: string, run: () => T) =>
      this.#step(`${action} ${name.endsWith('(new)') ? 'new' : 'name'}`, locked, async () => run())
    return {
      describe: async () => ({ state: 'available', name: 'a test', message: '' }),
      get: (name) => call('get', name, () => secrets.get(name)),
      set: (name, secret) => call('set', name, () => void secrets.set(name, secret)),
      remove: (name) => call('remove', name, () => void secrets.delete(name)),
    }
  }

  async #step<T>(name: string, failure: () => Error, run: () => Promise<T>): Promise<T> {
    const { faultAt } = this
    const fault = faultAt(name)
    const interrupt = () => (fault?.how === 'dies' ? this.#die() : Promise.reject(failure()))
    if (fault?.at === 'before') return interrupt()
    const done = await run()
    return fault ? interrupt() : done
  }

  /** Stops everything in progress. */
  #die(): Promise<never> {
    this.death.resolve()
    return new Promise(() => undefined)
  }
}

export const rotation = 'POST /personal_access_tokens/self/rotate'
const isRotation = (path: string) => rotation.endsWith(path)

/** Injects a fault at one step. */
export const fault =
  (step: string, at: StepFault['at'], how: StepFault['how']): FaultAt =>
  (name) =>
    name === step ? { at, how } : undefined

function connectionLost(): Error {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  })
}

function locked(): Error {
  return new KeychainError('locked', message('secrets.locked'), message('secrets.unlock'))
}
