import { onTestFinished } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type ManagedPolicy, type Policy, noPolicy } from '../../platform/policy/policy.ts'
import type { Ports } from '../../ports.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

interface SeenUser {
  id: number
  username: string
  name: string
  state: string
}

/** A policy with these values. */
export function managed(values: Policy): ManagedPolicy {
  return { ...noPolicy, values }
}

export const unreadablePolicy: ManagedPolicy = { ...noPolicy, unreadable: 'permission denied.' }

/** The input of `ownStatus.set`. */
export const lunch = { emoji: 'taco', message: 'Lunch', busy: false }

/** Latchkey on a managed computer until the end of the current test. It can restart with another policy. */
export class ManagedStage {
  readonly sandbox: Sandbox
  readonly dataFolder = testFolder()
  /** Requests to GitLab since the last start, in order. */
  readonly sent: string[] = []
  app: TestLatchkey
  readonly #ports: Partial<Ports>

  static async start(
    policy: ManagedPolicy = noPolicy,
    ports: Partial<Ports> = {},
  ): Promise<ManagedStage> {
    const stage = new ManagedStage(
      await startSeededSandbox({ users: 60, flavor: 'gitlab' }),
      { keychain: createMemorySecretStore(), ...ports },
      policy,
    )
    onTestFinished(() => stage.#stop())
    return stage
  }

  private constructor(sandbox: Sandbox, ports: Partial<Ports>, policy: ManagedPolicy) {
    this.sandbox = sandbox
    this.#ports = ports
    this.app = this.#open(policy)
  }

  #open(policy: ManagedPolicy): TestLatchkey {
    const send = createNodeFetch()
    return createTestLatchkey({
      ...this.#ports,
      policy,
      dataFolder: this.dataFolder,
      fetch: (input, init) => {
        const { pathname } = new URL(String(input))
        this.sent.push(`${init?.method ?? 'GET'} ${pathname.replace('/api/v4', '')}`)
        return send(input, init)
      },
    })
  }

  get writes(): string[] {
    return this.sent.filter((line) => !line.startsWith('GET'))
  }

  async restart(policy: ManagedPolicy): Promise<void> {
    await this.app.close()
    this.sent.length = 0
    this.app = this.#open(policy)
  }

  signIn(as: 'admin' | 'user' = 'admin'): Promise<Account> {
    return this.app.signIn(this.sandbox.url, this.sandbox.tokens[as])
  }

  async userNamed(username: string): Promise<SeenUser> {
    const answer = await fetch(`${this.sandbox.url}/api/v4/users?username=${username}`, {
      headers: { 'private-token': this.sandbox.tokens.admin },
    })
    return ((await answer.json()) as SeenUser[])[0]!
  }

  /** Queues an action, which is sent once all jobs are resumed. */
  async enqueuePaused(account: Account, action: string, username: string): Promise<QueuedAction> {
    await this.app.value('jobs.pauseAll', {}, account.id)
    const { id, name, state } = await this.userNamed(username)
    const seen = { username, name, state }
    const input = { action, id, seen, confirmed: username, reason: 'Left' }
    const queued = await this.app.value<QueuedAction>('queue.enqueue', input, account.id)
    await this.app.value('queue.sendAllNow', {}, account.id)
    return queued
  }

  async #stop(): Promise<void> {
    await this.app.close()
    await this.sandbox.stop()
  }
}
