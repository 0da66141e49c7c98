import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { QueueSummary, QueuedAction } from '../../../shared/operations/queue.ts'
import type { HostEvents } from '../../../shared/operations/host.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

interface Person {
  id: number
  username: string
  name: string
  state: string
}

let sandbox: Sandbox
let latchkey: TestLatchkey
let account: Account
const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
const keychain = createMemorySecretStore()
let users: number[]
const news: HostEvents['queue'][] = []

async function begin() {
  latchkey = createTestLatchkey({ dataFolder: folder, keychain })
  latchkey.on('queue', (told) => news.push(told))
}

beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 80 })
  await begin()
  account = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  // Newest first, to avoid the special users in the seed.
  const { items } = await latchkey.value<{ items: Person[] }>(
    'users.list',
    { active: true, humans: true, without_project_bots: true },
    account.id,
  )
  users = items.map(({ id }) => id)
})
afterAll(async () => {
  await latchkey.close()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

const read = (id: number) => latchkey.value<Person>('users.get', { id }, account.id)
const get = (id: number) => latchkey.value<QueuedAction>('queue.get', { id }, account.id)
async function enqueue(action: string, id: number, more: object = {}) {
  const { username, name, state } = await read(id)
  const seen = { username, name, state }
  return latchkey.value<QueuedAction>('queue.enqueue', { action, id, seen, ...more }, account.id)
}
const state = (id: number, expected: string) =>
  vi.waitUntil(async () => (await get(id)).state === expected, { interval: 20 })

describe('moderation operations', () => {
  it('keep an action undoable until “Send now”, then send it and emit events', async () => {
    const queued = await enqueue('block', users[0]!, { reason: 'spam' })
    expect(queued.state).toBe('undoable')
    await latchkey.value('queue.sendNow', { ids: [queued.id] }, account.id)
    await state(queued.id, 'done')
    expect((await read(users[0]!)).state).toBe('blocked')
    await vi.waitUntil(() => news.at(-1)?.summary.counts.done === 1)
    expect(news.some(({ targets }) => targets.includes(users[0]!))).toBe(true)
    const { items } = await latchkey.value<{ items: unknown[] }>('auditLog.list', {}, account.id)
    expect(items).toMatchObject([{ action: 'block', reason: 'spam', outcome: 'done' }])
  })

  it('continue after a restart', async () => {
    const queued = await enqueue('ban', users[1]!)
    await latchkey.close()
    await begin()
    expect(await get(queued.id)).toMatchObject({ state: 'undoable', action: 'ban' })
    await latchkey.value('queue.sendNow', { ids: [queued.id] }, account.id)
    await state(queued.id, 'done')
    expect((await read(users[1]!)).state).toBe('banned')
  })

  it('mark users of a plan in the directory with the plan’s last step', async () => {
    await latchkey.value('directory.read', {}, account.id)
    const find = { filter: { states: ['active'] }, order_by: 'id', sort: 'desc' }
    const list = () =>
      latchkey.value<{ items: { id: number; pending?: string }[] }>(
        'directory.search',
        find,
        account.id,
      )
    await vi.waitUntil(async () => (await list()).items.length > 0, { interval: 20 })
    const id = users[7]!
    const run = await latchkey.value<JobSummary>(
      'bulk.start',
      {
        selection: { kind: 'users', ids: [id] },
        plan: {
          name: 'Leaves',
          onFailure: 'stop',
          steps: [{ action: 'block' }, { action: 'revoke_impersonation_tokens' }],
        },
        affectedCount: 1,
      },
      account.id,
    )
    const { items } = await list()
    expect(items.find((user) => user.id === id)?.pending).toBe('revoke_impersonation_tokens')
    await latchkey.value('jobs.cancel', { job: run.id }, account.id)
  })

  it('run bulk actions on directory users and mark them there', async () => {
    await latchkey.value('directory.read', {}, account.id)
    await vi.waitUntil(
      async () => {
        const { phase } = await latchkey.value<{ phase: string }>('directory.state', {}, account.id)
        return phase === 'whole'
      },
      { interval: 20 },
    )
    const selection = { kind: 'users', ids: [...users.slice(2, 5), users[0], 9999] }
    const request = { selection, action: 'ban' }
    const { affectedCount, skipped } = await latchkey.value<BulkPreview>(
      'bulk.preview',
      request,
      account.id,
    )
    expect([affectedCount, skipped.length]).toEqual([3, 2])
    const run = await latchkey.value<JobSummary>(
      'bulk.start',
      { ...request, affectedCount },
      account.id,
    )
    const find = { filter: { states: ['active'] }, order_by: 'id', sort: 'desc' }
    const { items } = await latchkey.value<{ items: { id: number; pending?: string }[] }>(
      'directory.search',
      find,
      account.id,
    )
    expect(items.find(({ id }) => id === users[2])?.pending).toBe('ban')
    const cancelled = await latchkey.value<JobSummary>('jobs.cancel', { job: run.id }, account.id)
    expect(cancelled).toMatchObject({ state: 'cancelled', counts: { cancelled: 3 } })
    const [report] = await latchkey.value<[{ text: string }]>(
      'jobs.report',
      { job: run.id, format: 'csv' },
      account.id,
    )
    expect(report.text.split('\r\n')).toHaveLength(5)
  })

  it('delete the queue with its account', async () => {
    await enqueue('block', users[6]!)
    await latchkey.value('accounts.signOut', { id: account.id })
    account = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const { counts } = await latchkey.value<QueueSummary>('queue.summary', {}, account.id)
    expect(Object.values(counts).every((count) => count === 0)).toBe(true)
    expect((await read(users[6]!)).state).toBe('active')
  })
})
