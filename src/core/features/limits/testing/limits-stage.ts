import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../../shared/operations/audit-log.ts'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import type { Ceiling } from '../../../../shared/operations/limits.ts'
import type { QueuedAction } from '../../../../shared/operations/queue.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import { type Policy, noPolicy } from '../../../platform/policy/policy.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { readAll } from '../../directory/testing/sync.ts'

interface Person {
  id: number
  username: string
  name: string
  state: string
}

/** An instance with two administrators who use the same Latchkey. */
export class LimitsStage {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-limits-'))
  readonly keychain = createMemorySecretStore()
  readonly sandbox: Sandbox
  /** How far the instance's clock is ahead. */
  readonly later: { ms: number }
  app!: TestLatchkey
  me!: Account
  second!: Account
  people: Person[] = []
  /** How far this computer's clock is ahead. */
  clockOffset = 0

  /** A stage for the current test. */
  static async start(values: Policy): Promise<LimitsStage> {
    const stage = await LimitsStage.build(values)
    onTestFinished(() => stage.stop())
    return stage
  }

  static async build(values: Policy): Promise<LimitsStage> {
    const later = { ms: 0 }
    const now = () => new Date(currentTime() + later.ms)
    const stage = new LimitsStage(
      await startSeededSandbox({ users: 80, flavor: 'gitlab', now }),
      later,
    )
    stage.open(values)
    await stage.#signIn()
    return stage
  }

  private constructor(sandbox: Sandbox, later: { ms: number }) {
    this.sandbox = sandbox
    this.later = later
  }

  async stop(): Promise<void> {
    await this.app.close()
    await this.sandbox.stop()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  open(values: Policy): void {
    this.app = createTestLatchkey({
      dataFolder: this.dataFolder,
      keychain: this.keychain,
      now: () => currentTime() + this.clockOffset,
      policy: { ...noPolicy, values },
    })
  }

  async restart(values: Policy): Promise<void> {
    await this.app.close()
    this.open(values)
  }

  async #signIn(): Promise<void> {
    const { url, tokens } = this.sandbox
    this.me = await this.app.signIn(url, tokens.admin)
    await this.app.value('settings.set', { undoSeconds: 5 })
    await readAll(this.app, this.me.id)
    const { items } = await this.app.value<{ items: Person[] }>(
      'users.list',
      { active: true, humans: true, without_project_bots: true },
      this.me.id,
    )
    const asSecond = { 'private-token': tokens.user }
    const { id } = (await (
      await fetch(`${url}/api/v4/user`, { headers: asSecond })
    ).json()) as Person
    await fetch(`${url}/api/v4/users/${id}`, {
      method: 'PUT',
      headers: { 'private-token': tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ admin: true }),
    })
    this.second = await this.app.signIn(url, tokens.user)
    await readAll(this.app, this.second.id)
    this.people = items.filter((person) => ![id, this.me.user.id].includes(person.id))
  }

  selection(from: number, to: number) {
    return { kind: 'users', ids: this.people.slice(from, to).map(({ id }) => id) }
  }

  /** The input of a run that bans these users. */
  run(from: number, to: number, more: object = {}) {
    return { selection: this.selection(from, to), action: 'ban', affectedCount: to - from, ...more }
  }

  start(from: number, to: number, { account = this.me, ...more }: { account?: Account } = {}) {
    return this.app.value<JobSummary>('bulk.start', this.run(from, to, more), account.id)
  }

  refuseStart(from: number, to: number, account = this.me, more: object = {}) {
    return this.app.failure('bulk.start', this.run(from, to, more), account.id)
  }

  async ban(nth: number, account = this.me): Promise<QueuedAction> {
    return this.app.value<QueuedAction>('queue.enqueue', this.single(nth), account.id)
  }

  single(nth: number) {
    const { id, ...seen } = this.people[nth]!
    const { username, name, state } = seen
    return { action: 'ban', id, seen: { username, name, state } }
  }

  async finish({ id }: JobSummary, account = this.me): Promise<JobSummary> {
    const get = () => this.app.value<JobSummary>('jobs.get', { job: id }, account.id)
    await this.app.value('queue.sendAllNow', {}, account.id)
    await vi.waitUntil(async () => (await get()).state !== 'running', { timeout: 20_000 })
    return get()
  }

  async banned(): Promise<number> {
    const { url, tokens } = this.sandbox
    const headers = { 'private-token': tokens.admin }
    const pages = await Promise.all(
      [1, 2].map(async (page) => {
        const response = await fetch(`${url}/api/v4/users?per_page=100&page=${page}`, { headers })
        return (await response.json()) as Person[]
      }),
    )
    const isPerson = ({ id }: Person) => this.people.some((person) => person.id === id)
    return pages.flat().filter((user) => user.state === 'banned' && isPerson(user)).length
  }

  async ceiling(action: string, account = this.me): Promise<Ceiling> {
    const list = await this.app.value<Ceiling[]>('limits.get', {}, account.id)
    return list.find((one) => one.action === action)!
  }

  /** The newest entry of the audit log. */
  async newestEntry(): Promise<AuditLogEntry> {
    const { items } = await this.app.value<{ items: AuditLogEntry[] }>(
      'auditLog.list',
      { filter: {}, offset: 0, limit: 10 },
      this.me.id,
    )
    return items[0]!
  }
}
