import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import type { LastActivity } from '../../../shared/gitlab/current-user.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from './testing/sync.ts'

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
beforeAll(async () => {
  const now = currentTime()
  sandbox = await startSeededSandbox({ users: 400, now: () => new Date(now) })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

interface ActivityList {
  entries?: LastActivity[]
  state: DirectoryState
}
const activities = (from: string) =>
  app.value<ActivityList>('directory.activities', { from }, me.id)

/** The service's own list. */
async function listActivities(from: string): Promise<[string, unknown][]> {
  const activitiesFound: [string, unknown][] = []
  let cursor: string | undefined
  do {
    const page = await app.value<{ items: LastActivity[]; next?: string }>(
      'user.activities',
      { from, cursor },
      me.id,
    )
    activitiesFound.push(
      ...page.items.map((one) => [one.username, one.last_activity_on] as [string, unknown]),
    )
    cursor = page.next
  } while (cursor !== undefined)
  return activitiesFound
}

it('returns nothing before the first full sync, and doesn’t start one', async () => {
  const { entries, state } = await activities('2020-01-01')
  expect([entries, state.phase]).toEqual([undefined, 'none'])
})

it('returns the same activities as the service, oldest first', async () => {
  await readAll(app, me.id)
  const all = await listActivities('2020-01-01')
  expect(all.length).toBeGreaterThan(100)
  const [, middle] = all[Math.floor(all.length / 2)]!
  for (const from of ['2020-01-01', String(middle)]) {
    const { entries, state } = await activities(from)
    expect(entries!.map((one) => [one.username, one.last_activity_on])).toEqual(
      await listActivities(from),
    )
    expect(state.asOf).toBeGreaterThan(0)
  }
})

it('rejects accounts that aren’t administrators', async () => {
  const member = await app.signIn(sandbox.url, sandbox.tokens.user)
  const failure = await app.failure('directory.activities', { from: '2020-01-01' }, member.id)
  expect(failure.reason).toBe('administrators-only')
})
