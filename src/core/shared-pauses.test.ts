import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../sandbox/start.ts'
import { startSeededSandbox } from '../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../shared/rules/clock.ts'
import type { JobKindName, JobList } from '../shared/operations/jobs.ts'
import type { QueueSummary } from '../shared/operations/queue.ts'
import type { ReviewState } from '../shared/operations/review.ts'
import { readAll } from './features/directory/testing/sync.ts'
import { OnboardingStage, csvOfUsers } from './features/onboarding/testing/rows.ts'
import { createNodeFetch } from './platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

const direct = createNodeFetch()

let sandbox: Sandbox
let app: TestLatchkey
let account: string
let stage: OnboardingStage
/** How far (ms) the clock runs ahead. */
let ahead: number
/** All sent requests, as `METHOD /path`. */
let requests: string[]
/** Can respond in the instance's place. */
let intercept: (line: string) => Response | undefined

beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 40 })
  requests = []
  ahead = 0
  intercept = () => undefined
  app = createTestLatchkey({
    now: () => currentTime() + ahead,
    async fetch(input, init) {
      const path = new URL(String(input)).pathname.replace('/api/v4', '')
      const line = `${init?.method ?? 'GET'} ${path}`
      requests.push(line)
      return intercept(line) ?? (await direct(input, init))
    },
  })
  account = (await app.signIn(sandbox.url, sandbox.tokens.admin)).id
  stage = new OnboardingStage(app, account)
  await readAll(app, account)
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, account)
const summary = () => call<QueueSummary>('queue.summary')
const runOf = async (wanted: JobKindName) =>
  (await call<JobList>('jobs.list')).jobs.find(({ kind }) => kind === wanted)
const newUsers = () => runOf('onboarding')
const bulkRun = () => runOf('moderation')
const review = () => call<ReviewState>('review.state')

const jobs = {
  'a bulk run': {
    request: /^POST \/users\/\d+\/block$/,
    async start() {
      const { items } = await call<{ items: { id: number; state: string }[] }>('users.list', {
        active: true,
        humans: true,
        without_project_bots: true,
      })
      const active = items.filter(({ state }) => state === 'active')
      const selection = { kind: 'users', ids: active.slice(0, 6).map(({ id }) => id) }
      await call('bulk.start', { selection, action: 'block', affectedCount: 6 })
      // Skips the undo period.
      ahead += 10_000
      await app.value('settings.set', { undoSeconds: 5 })
    },
    waiting: async () => (await bulkRun())?.waiting,
    isDone: async () => (await bulkRun())?.counts.done === 6,
  },
  'an onboarding': {
    request: /^POST \/users$/,
    start: () => stage.start(csvOfUsers(6).text),
    waiting: async () => (await newUsers())?.waiting,
    isDone: async () => (await newUsers())?.counts.done === 6,
  },
  'a review': {
    request: /^GET \/users\/\d+\/memberships$/,
    start: () =>
      call('review.start', { selection: { kind: 'users', ids: [1, 2, 3, 4, 5, 6, 7, 8] } }),
    waiting: async () => (await review()).failure,
    isDone: async () => (await review()).phase === 'done',
  },
}
type Job = keyof typeof jobs
const names = Object.keys(jobs) as Job[]

describe('pause requested by GitLab', () => {
  it.each(names)('also applies to jobs that start after %s', async (first) => {
    const others = names.filter((name) => name !== first)
    intercept = (line) =>
      jobs[first].request.test(line)
        ? new Response('Retry later', { status: 429, headers: { 'retry-after': '600' } })
        : undefined
    await jobs[first].start()
    await vi.waitFor(async () =>
      expect(await jobs[first].waiting()).toMatchObject({ kind: 'rate-limited' }),
    )
    intercept = () => undefined
    for (const name of others) {
      await jobs[name].start()
      await vi.waitFor(async () =>
        expect(await jobs[name].waiting(), name).toMatchObject({ kind: 'rate-limited' }),
      )
      expect(requests.filter((line) => jobs[name].request.test(line))).toEqual([])
    }

    await call('connectivity.tryNow')
    for (const name of names) await vi.waitUntil(() => jobs[name].isDone())
  })
})

describe('token rejected during a review', () => {
  it('puts queued actions on hold', async () => {
    // Still running when the review starts.
    await app.value('settings.set', { undoSeconds: 30 })
    await jobs['a bulk run'].start()
    intercept = (line) =>
      line.endsWith('/memberships')
        ? Response.json({ message: '401 Unauthorized' }, { status: 401 })
        : undefined
    await jobs['a review'].start()
    await vi.waitFor(async () =>
      expect((await summary()).hold).toEqual({ reason: 'token', count: 6 }),
    )
    expect(await bulkRun()).toMatchObject({ state: 'paused', hold: 'token' })
    expect(await review()).toMatchObject({ phase: 'paused', failure: { kind: 'unauthorized' } })
  })
})
