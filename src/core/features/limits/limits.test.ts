import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { Ceiling } from '../../../shared/operations/limits.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { ceilingDayMs, raiseDelayMs } from '../../../shared/rules/ceilings.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type Policy, noPolicy } from '../../platform/policy/policy.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'

interface Person {
  id: number
  username: string
  name: string
  state: string
}

/** An instance with two administrators who use the same Latchkey. */
class Stage {
  readonly dataFolder = testFolder()
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

  static async start(values: Policy): Promise<Stage> {
    const later = { ms: 0 }
    const now = () => new Date(currentTime() + later.ms)
    const stage = new Stage(await startSandbox({ users: 80, flavor: 'gitlab', now }), later)
    onTestFinished(async () => {
      await stage.app.close()
      await stage.sandbox.stop()
    })
    stage.open(values)
    await stage.#signIn()
    return stage
  }

  private constructor(sandbox: Sandbox, later: { ms: number }) {
    this.sandbox = sandbox
    this.later = later
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
    const other = await this.app.signIn(url, tokens.user)
    await fetch(`${url}/api/v4/users/${other.user.id}`, {
      method: 'PUT',
      headers: { 'private-token': tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ admin: true }),
    })
    this.second = await this.app.signIn(url, tokens.user)
    await readAll(this.app, this.second.id)
    const isOther = ({ id }: Person) => id !== other.user.id && id !== this.me.user.id
    this.people = items.filter(isOther)
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
    const states = await Promise.all(
      this.people.map(({ id }) => this.app.value<Person>('users.get', { id }, this.me.id)),
    )
    return states.filter(({ state }) => state === 'banned').length
  }

  async ceiling(action: string, account = this.me): Promise<Ceiling> {
    const list = await this.app.value<Ceiling[]>('limits.get', {}, account.id)
    return list.find((one) => one.action === action)!
  }
}

const five: Policy = { ceilings: { ban: 5 } }
const refused = { kind: 'conflict', reason: 'ceiling' }

describe('a ceiling', { timeout: 60_000 }, () => {
  it('stops a larger run before its first user, and the preview shows by how much', async () => {
    const stage = await Stage.start(five)
    const { selection, action } = stage.run(0, 9)
    const preview = await stage.app.value<BulkPreview>(
      'bulk.preview',
      { selection, action },
      stage.me.id,
    )
    expect(preview.ceiling).toMatchObject({ left: 5, failure: refused })
    expect(await stage.refuseStart(0, 9)).toMatchObject({
      ...refused,
      message: expect.stringContaining('at most 5 in 24 hours') as string,
      hint: '5 are possible now. Spread the rest over several days.',
    })
    expect(await stage.banned()).toBe(0)
  })

  it('isn’t passed by splitting, a second account, two windows, or a plan', async () => {
    const stage = await Stage.start(five)
    const [first, other] = await Promise.all([
      stage.app.invoke('bulk.start', stage.run(0, 4), stage.me.id),
      stage.app.invoke('bulk.start', stage.run(4, 8), stage.second.id),
    ])
    expect([first.ok, other.ok].toSorted()).toEqual([false, true])
    const [run, account] = first.ok ? [first, stage.me] : [other, stage.second]
    if (run.ok) await stage.finish(run.value as JobSummary, account)
    for (const each of [stage.me, stage.second]) {
      expect(await stage.refuseStart(8, 10, each)).toMatchObject(refused)
      expect(await stage.ceiling('ban', each)).toMatchObject({ limit: 5, used: 4, left: 1 })
    }
    const steps = [{ action: 'revoke_impersonation_tokens' }, { action: 'ban' }]
    const plan = { name: 'Leavers', onFailure: 'continue', steps }
    const ofPlan = { selection: stage.selection(8, 10), plan, affectedCount: 2 }
    expect(await stage.app.failure('bulk.start', ofPlan, stage.me.id)).toMatchObject(refused)
    await stage.ban(8)
    expect(
      await stage.app.failure('queue.enqueue', stage.single(9), stage.second.id),
    ).toMatchObject(refused)
    expect(await stage.banned()).toBeLessThanOrEqual(5)
  })

  it('isn’t passed by a restart, another clock, or signing out and in', async () => {
    const stage = await Stage.start(five)
    await stage.finish(await stage.start(0, 5))
    stage.clockOffset = ceilingDayMs
    await stage.restart(five)
    expect(await stage.refuseStart(5, 6)).toMatchObject(refused)
    await stage.app.value('accounts.signOut', { id: stage.me.id })
    stage.me = await stage.app.signIn(stage.sandbox.url, stage.sandbox.tokens.admin)
    await readAll(stage.app, stage.me.id)
    expect(await stage.refuseStart(5, 6)).toMatchObject(refused)
    expect(await stage.banned()).toBe(5)
  })

  it('pauses a run that was started before, and continues it later', async () => {
    const stage = await Stage.start({})
    await stage.app.value('jobs.pauseAll', {}, stage.me.id)
    const run = await stage.start(0, 8)
    await stage.restart(five)
    await stage.app.value('jobs.resumeAll', {}, stage.me.id)
    const paused = await stage.finish(run)
    expect(paused).toMatchObject({ state: 'paused', refusal: refused })
    expect(await stage.banned()).toBe(0)
    await stage.restart({ ceilings: { ban: 8 } })
    await stage.app.value('jobs.resume', { job: run.id }, stage.me.id)
    expect(await stage.finish(run)).toMatchObject({ state: 'finished', counts: { done: 8 } })
  })

  it('isn’t passed by retrying', async () => {
    const stage = await Stage.start(five)
    const run = await stage.start(0, 5)
    await stage.app.value('jobs.cancel', { job: run.id }, stage.me.id)
    await stage.finish(await stage.start(5, 10))
    const { items } = await stage.app.value<{ items: QueuedAction[] }>(
      'queue.list',
      { run: run.id, offset: 0, limit: 9 },
      stage.me.id,
    )
    const ids = items.map(({ id }) => id)
    await stage.app.value('queue.retry', { ids }, stage.me.id)
    expect(await stage.finish(run)).toMatchObject({ state: 'paused', refusal: refused })
    expect(await stage.banned()).toBe(5)
  })

  it('lets a spread run continue a day later', async () => {
    const stage = await Stage.start(five)
    const run = await stage.start(0, 8, { spread: true } as object)
    const doneIs = (done: number) => async () => {
      // The response has the instance's time.
      await stage.app.value('users.get', { id: stage.me.user.id }, stage.me.id)
      await stage.app.value('queue.sendAllNow', {}, stage.me.id)
      const { counts } = await stage.app.value<JobSummary>('jobs.get', { job: run.id }, stage.me.id)
      return counts.done === done
    }
    await vi.waitUntil(doneIs(5), { timeout: 20_000 })
    expect(await stage.banned()).toBe(5)
    stage.later.ms = stage.clockOffset = ceilingDayMs + 60_000
    await vi.waitUntil(doneIs(8), { timeout: 20_000 })
  })
})

describe('limits.set', { timeout: 60_000 }, () => {
  it('records a raise, which applies after an hour', async () => {
    const stage = await Stage.start({})
    const raise = { action: 'delete', limit: 200, reason: 'Cleaning up' }
    await stage.app.value('limits.set', raise, stage.me.id)
    expect(await stage.ceiling('delete')).toMatchObject({ limit: 100, raise: { limit: 200 } })
    const { items } = await stage.app.value<{ items: AuditLogEntry[] }>(
      'auditLog.list',
      { filter: {}, offset: 0, limit: 10 },
      stage.me.id,
    )
    expect(items[0]).toMatchObject({
      action: 'limits.set',
      object: 'delete',
      reason: 'Cleaning up',
      changes: [{ field: 'limit', before: 100, after: 200 }],
    })
    stage.later.ms = raiseDelayMs + 60_000
    await stage.app.value('users.get', { id: stage.people[0]!.id }, stage.second.id)
    expect(await stage.ceiling('delete', stage.second)).toMatchObject({ limit: 200 })
  })

  it('refuses more than the company allows', async () => {
    const stage = await Stage.start({ organization: 'Tidewater', ceilings: { delete: 20 } })
    const raise = { action: 'delete', limit: 21, reason: 'More' }
    expect(await stage.app.failure('limits.set', raise, stage.me.id)).toMatchObject({
      reason: 'managed',
      message: 'Tidewater allows at most 20 in 24 hours.',
    })
  })
})

describe('a required reason', { timeout: 60_000 }, () => {
  it('is needed for runs, single actions, and views, and for what was queued before', async () => {
    const stage = await Stage.start({})
    await stage.app.value('jobs.pauseAll', {}, stage.me.id)
    const queued = await stage.ban(0)
    const policy: Policy = { organization: 'Tidewater', requireReason: ['ban', 'view_as'] }
    await stage.restart(policy)
    const missing = { reason: 'managed', message: 'Tidewater requires a reason for this.' }
    expect(await stage.refuseStart(1, 2)).toMatchObject(missing)
    expect(await stage.app.failure('queue.enqueue', stage.single(1), stage.me.id)).toMatchObject(
      missing,
    )
    const view = { id: stage.people[0]!.id }
    expect(await stage.app.failure('viewAs.get', view, stage.me.id)).toMatchObject(missing)
    await stage.app.value('jobs.resumeAll', {}, stage.me.id)
    await stage.app.value('queue.sendAllNow', {}, stage.me.id)
    const get = () => stage.app.value<QueuedAction>('queue.get', { id: queued.id }, stage.me.id)
    await vi.waitUntil(async () => (await get()).state === 'refused')
    await stage.start(1, 2, { reason: 'Spam' } as object)
  })

  it('has to contain a ticket if the company says so', async () => {
    const stage = await Stage.start({ ticketPattern: 'OPS-[0-9]+' })
    expect(await stage.refuseStart(0, 1, stage.me, { reason: 'Spam' })).toMatchObject({
      message: 'Your organization requires a ticket’s number in the reason.',
    })
    await stage.start(0, 1, { reason: 'Spam, OPS-12' } as object)
  })
})
