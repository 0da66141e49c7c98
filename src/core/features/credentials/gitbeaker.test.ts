import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { InstanceCredentialFilter } from '../../../shared/rules/credentials.ts'
import { utcDayIn } from '../../../shared/rules/utc-days.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { waitForCredentials } from './testing/load.ts'

// Compares the filters of the copy with GitLab's own, as another client sends them.

const now = Date.parse('2026-06-01T12:00:00Z')

let sandbox: Sandbox
let app: TestLatchkey
let account: string
beforeAll(async () => {
  sandbox = await startSeededSandbox({
    users: 0,
    flavor: 'gitlab',
    version: '18',
    crowdTokens: 1_500,
    now: () => new Date(now),
  })
  app = createTestLatchkey({ now: () => now })
  account = (await app.signIn(sandbox.url, sandbox.tokens.admin)).id
  const ended = waitForCredentials(app)
  await app.value('credentials.sync', {}, account)
  await ended
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

const ids = (filters: InstanceCredentialFilter[], search?: string) =>
  app.value<number[]>('credentials.ids', { filters, search }, account)

/** The IDs of the tokens that GitLab lists for these parameters. */
async function listed(parameters: object = {}): Promise<number[]> {
  const api = new Gitlab({ host: sandbox.url, token: sandbox.tokens.admin })
  const tokens = await api.PersonalAccessTokens.all({ ...parameters, perPage: 100 })
  return tokens.map(({ id }) => id).toSorted((a, b) => a - b)
}

it.each<[InstanceCredentialFilter[], object]>([
  [[], {}],
  [['active'], { state: 'active' }],
  [['createdThisWeek'], { createdAfter: `${utcDayIn(-6, now)}T00:00:00Z` }],
  [
    ['active', 'createdThisWeek'],
    { state: 'active', createdAfter: `${utcDayIn(-6, now)}T00:00:00Z` },
  ],
])('the filters %j list the same tokens as GitLab does for %j', async (filters, parameters) => {
  const expected = await listed(parameters)
  expect(expected.length).toBeGreaterThan(0)
  expect(await ids(filters)).toEqual(expected)
})

it('unused tokens are those that GitLab lists as last used before, and those never used', async () => {
  const before = `${utcDayIn(-89, now)}T00:00:00Z`
  const used = await listed({ state: 'active', lastUsedBefore: before })
  const created = await listed({ state: 'active', createdBefore: before })
  const everUsed = new Set(await listed({ lastUsedAfter: '2000-01-01T00:00:00Z' }))
  const neverUsed = created.filter((id) => !everUsed.has(id))
  expect(used.length).toBeGreaterThan(0)
  expect(neverUsed.length).toBeGreaterThan(0)
  expect(await ids(['unused'])).toEqual([...used, ...neverUsed].toSorted((a, b) => a - b))
})
