import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { readAll } from '../directory/testing/sync.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  // Stops the clock so that GitLab never runs a deletion.
  const now = new Date(currentTime())
  sandbox = await startSeededSandbox({ users: 120, flavor: 'gitlab', now: () => now })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

const list = async (filter: object) =>
  app.value<{ items: DirectoryEntry[]; total: number }>('directory.search', { filter }, me.id)

async function runOn(action: string, ids: number[]): Promise<void> {
  const request = { selection: { kind: 'users', ids }, action }
  const { affectedCount } = await app.value<{ affectedCount: number }>(
    'bulk.preview',
    request,
    me.id,
  )
  const { id } = await app.value<JobSummary>(
    'bulk.start',
    { ...request, affectedCount, reason: 'Spam' },
    me.id,
  )
  await app.value('queue.sendAllNow', {}, me.id)
  await expect
    .poll(async () => (await app.value<JobSummary>('jobs.get', { job: id }, me.id)).state)
    .toBe('finished')
}

it.each([
  ['reject', { states: ['blocked_pending_approval'] }],
  ['delete', { states: ['deactivated'] }],
  ['hard_delete', { states: ['deactivated'] }],
])('hides users from lists and counts as soon as %s is accepted', async (action, filter) => {
  const before = await list(filter)
  const ids = before.items.slice(0, 2).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  await runOn(action, ids)
  const remaining = async () => {
    const { items, total } = await list({})
    expect(items.filter(({ id }) => ids.includes(id))).toEqual([])
    expect((await list(filter)).total).toBe(before.total - 2)
    expect(await app.value('directory.count', { filters: [filter] }, me.id)).toEqual([
      before.total - 2,
    ])
    return total
  }
  const total = await remaining()
  // GitLab still returns this user.
  await app.value('users.get', { id: ids[0] }, me.id)
  await readAll(app, me.id)
  expect(await remaining()).toBe(total)
})
