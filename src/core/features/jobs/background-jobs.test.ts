import { currentTime } from '../../../shared/rules/clock.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { QueueEvent } from '../../../shared/operations/host.ts'
import type { JobList, JobSummary } from '../../../shared/operations/jobs.ts'
import type { QueueItem } from '../../../shared/operations/queue.ts'
import type { OnboardingCheck } from '../../../shared/operations/onboarding.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'

const direct = createNodeFetch()

let sandbox: Sandbox
let app: TestLatchkey
let account: string
/** All requests that jobs sent. */
let requests: string[]
/** A promise that holds back the responses to jobs until it resolves. */
let gate: Promise<unknown>

beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 40, flavor: 'gitlab' })
  requests = []
  gate = Promise.resolve()
  app = createTestLatchkey({
    async fetch(input, init) {
      const path = new URL(String(input)).pathname.replace('/api/v4', '')
      const line = `${init?.method ?? 'GET'} ${path}`
      if (/^POST|users\/\d+\/keys$/.test(line)) {
        requests.push(line)
        await gate
      }
      return direct(input, init)
    },
  })
  account = (await app.signIn(sandbox.url, sandbox.tokens.admin)).id
  await readAll(app, account)
  await app.value('settings.set', { requestsAtOnce: 1 })
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, account)
const list = () => call<JobList>('jobs.list')
const itemsOf = (job: number, page: object = {}) =>
  call<{ items: QueueItem[]; total: number }>('jobs.items', { job, ...page })
const get = (job: number) => call<JobSummary>('jobs.get', { job })

async function startBulk(): Promise<number> {
  const { items } = await call<{ items: { id: number; state: string }[] }>('users.list', {
    active: true,
    humans: true,
    without_project_bots: true,
  })
  const ids = items.flatMap(({ id, state }) => (state === 'active' ? id : [])).slice(0, 3)
  const selection = { kind: 'users', ids }
  const request = { selection, action: 'block', affectedCount: 3, reason: 'Left' }
  const { id } = await call<{ id: number }>('bulk.start', request)
  await call('queue.sendAllNow')
  return id
}
let nth = 0
const newcomers = () => [`newcomer${(nth += 1)}`, `newcomer${(nth += 1)}`]
async function startOnboarding(usernames = newcomers()): Promise<number> {
  const lines = usernames.map((username) => `${username},New User,${username}@example.com`)
  const text = ['username,name,email', ...lines].join('\n')
  const { ready } = await call<OnboardingCheck>('onboarding.check', { text })
  return (await call<JobSummary>('onboarding.start', { text, ready })).id
}
async function startReview(): Promise<number> {
  const selection = { kind: 'users', ids: [1, 2, 3, 4] }
  const scope = { subjects: ['keys', 'tokens'] }
  return (await call<ReviewState>('review.start', { selection, name: 'Spring', scope })).id!
}
const isFinished = (id: number) => vi.waitUntil(async () => (await get(id)).state === 'finished')

describe('BackgroundJobs', () => {
  it('lists jobs of all kinds with their name, progress, and reason for waiting', async () => {
    const ids = [await startBulk(), await startOnboarding(), await startReview()]
    for (const id of ids) await isFinished(id)
    const { jobs, isPaused } = await list()
    expect(isPaused).toBe(false)
    expect(jobs).toMatchObject([
      { id: ids[2], kind: 'review', name: 'Review 4 users: Spring', total: 4, counts: { done: 4 } },
      { id: ids[1], kind: 'onboarding', name: 'Create 2 users', total: 2, counts: { done: 2 } },
      {
        id: ids[0],
        kind: 'moderation',
        name: 'Block 3 users',
        reason: 'Left',
        counts: { done: 3 },
      },
    ])
    await sandbox.stop()
    const waitingJob = await startOnboarding()
    await vi.waitFor(async () => expect((await get(waitingJob)).waiting?.kind).toBe('offline'))
  })

  it('pauses and resumes all kinds together', async () => {
    expect(await call<JobList>('jobs.pauseAll')).toMatchObject({ isPaused: true })
    const ids = [await startBulk(), await startOnboarding(), await startReview()]
    expect((await list()).jobs.map(({ state }) => state)).toEqual(Array(3).fill('paused'))
    expect(await call('review.state')).toMatchObject({ phase: 'paused' })
    // Each refresh would start sending.
    for (let count = 0; count < 5; count += 1) await app.value('accounts.refresh', { id: account })
    expect(requests).toEqual([])
    expect(await call<JobList>('jobs.resumeAll')).toMatchObject({ isPaused: false })
    for (const id of ids) await isFinished(id)
  })

  it.each([
    ['moderation', startBulk],
    ['onboarding', () => startOnboarding()],
    ['review', startReview],
  ])('pauses, resumes, and cancels a single job (%s)', async (_, start) => {
    const gateOpened = Promise.withResolvers<void>()
    gate = gateOpened.promise
    const id = await start()
    await vi.waitUntil(() => requests.length === 1)
    expect(await call<JobSummary>('jobs.pause', { job: id })).toMatchObject({ state: 'paused' })
    gateOpened.resolve()
    await vi.waitUntil(async () => {
      const { ready, sending } = (await get(id)).counts
      return sending === 0 && ready! > 0
    })
    expect(await call<JobSummary>('jobs.resume', { job: id })).toMatchObject({ state: 'running' })
    await isFinished(id)
    const other = await start()
    await call('jobs.cancel', { job: other })
    await vi.waitUntil(async () => (await get(other)).counts.sending === 0)
    expect((await get(other)).state).toBe('cancelled')
  })
})

describe('queue event', () => {
  it('counts only writes and omits users of a review', async () => {
    const events: QueueEvent[] = []
    app.on('queue', (event) => events.push(event))
    const review = await startReview()
    await isFinished(review)
    await vi.waitUntil(() => events.length > 0)
    await startOnboarding()
    await vi.waitUntil(() => events.at(-1)!.summary.counts.done === 2)
    expect(events.flatMap(({ targets }) => targets)).toEqual([])
    const run = await startBulk()
    await isFinished(run)
    await vi.waitUntil(() => events.at(-1)!.summary.counts.done === 5)
    const { items } = await itemsOf(run)
    // Events that are also about the run itself don't list users.
    const ids = items.map(({ target }) => target.id)
    expect(ids).toEqual(expect.arrayContaining(events.flatMap(({ targets }) => targets)))
  })
})

describe('background job', () => {
  it('returns pages of its items in order, filtered by state', async () => {
    const [run, review] = [await startOnboarding(), await startReview()]
    for (const id of [run, review]) await isFinished(id)
    const { items, total } = await itemsOf(run)
    expect(total).toBe(2)
    const [first] = items
    expect(first).toMatchObject({
      id: expect.any(Number),
      job: run,
      action: 'create',
      target: { id: expect.any(Number), username: `newcomer${nth - 1}`, name: 'New User' },
      email: `newcomer${nth - 1}@example.com`,
      state: 'done',
      finished: expect.any(Number),
    })
    const page = { offset: 2, limit: 1, states: ['done'] }
    const read = await itemsOf(review, page)
    expect(read).toMatchObject({ total: 4, items: [{ target: { id: 3 }, state: 'done' }] })
    expect(await itemsOf(review, { states: ['ready'] })).toEqual({ items: [], total: 0 })
  })

  it('reports whether it is reversible, and how many users remain or needed no change', async () => {
    const id = await startBulk()
    await isFinished(id)
    const { items } = await itemsOf(id)
    const selection = { kind: 'users', ids: items.map(({ target }) => target.id) }
    expect(await get(id)).toMatchObject({ isReversible: true, already: 0, remaining: 0 })
    const unblock = { selection, action: 'unblock', affectedCount: 3 }
    const { id: second } = await call<JobSummary>('bulk.start', unblock)
    await call('jobs.cancel', { job: second })
    const canceled = { state: 'cancelled', isReversible: false, remaining: 3 }
    expect(await get(second)).toMatchObject(canceled)
    const review = await startReview()
    await isFinished(review)
    expect(await get(review)).toMatchObject({ isReversible: false, already: 0, remaining: 0 })
  })

  it('reports the irreversible action it contains, and its next scheduled action', async () => {
    await call('jobs.pauseAll')
    const selection = { kind: 'users', ids: [5] }
    const request = { selection, affectedCount: 1 }
    const deletion = await call<JobSummary>('bulk.start', {
      ...request,
      action: 'delete',
      reason: 'Spam',
    })
    expect(await get(deletion.id)).toMatchObject({ irreversible: 'delete' })
    await call('jobs.cancel', { job: deletion.id })
    const at = currentTime() + 3_600_000
    const plan = {
      name: 'For an hour',
      onFailure: 'stop',
      steps: [{ action: 'block' }, { action: 'unblock', dated: true }],
      due: { at, zone: 'Europe/Berlin' },
    }
    const dated = await call<JobSummary>('bulk.start', { ...request, plan })
    expect(await get(dated.id)).toMatchObject({ due: { action: 'unblock', at } })
    expect(await get(dated.id)).not.toHaveProperty('irreversible')
  })

  it('is removed with its data, but only after it has ended', async () => {
    await call('jobs.pauseAll')
    const starts = [startBulk, () => startOnboarding(), startReview]
    for (const start of starts) {
      const id = await start()
      const failure = await app.failure('jobs.remove', { job: id }, account)
      expect(failure).toMatchObject({ kind: 'conflict', message: 'The run hasn’t ended.' })
      await call('jobs.cancel', { job: id })
      const { jobs } = await call<JobList>('jobs.remove', { job: id })
      expect(jobs).toEqual([])
    }
    const files = readdirSync(join(app.dataFolder, 'accounts', account, 'reviews'))
    expect(files.filter((name) => name.endsWith('.db'))).toEqual([])
    expect(await call('review.list')).toEqual([])
  })

  it('can’t be removed while actions need review', async () => {
    await call('jobs.pauseAll')
    const id = await startBulk()
    const { items } = await itemsOf(id)
    const change = await fetch(`${sandbox.url}/api/v4/users/${items[0]!.target.id}/ban`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.admin },
    })
    expect(change.status).toBe(201)
    await call('jobs.resumeAll')
    await isFinished(id)
    expect((await get(id)).counts).toMatchObject({ done: 2, conflict: 1 })
    expect(await app.failure('jobs.remove', { job: id }, account)).toMatchObject({
      kind: 'conflict',
      message: 'This run has actions that need review.',
      hint: 'Decide them first.',
    })
    const { id: action } = (await itemsOf(id, { states: ['conflict'] })).items[0]!
    await call('queue.decide', { id: action, decision: 'drop' })
    expect(await call<JobList>('jobs.remove', { job: id })).toMatchObject({ jobs: [] })
  })

  it('reports the pace of its kind once enough items have finished', async () => {
    expect(await call('jobs.pace')).toEqual({})
    await isFinished(await startBulk())
    await isFinished(await startReview())
    await isFinished(await startReview())
    expect(await call('jobs.pace')).toEqual({ review: expect.any(Number) })
  })

  it('retries failed items', async () => {
    const [username = '', other = ''] = newcomers()
    const existingUser = { username, name: 'X', email: 'x@y.org' }
    const headers = {
      'private-token': sandbox.tokens.admin,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ ...existingUser, force_random_password: true })
    const answer = await fetch(`${sandbox.url}/api/v4/users`, { method: 'POST', headers, body })
    const { id: user } = (await answer.json()) as { id: number }
    const id = await startOnboarding([username, other])
    await isFinished(id)
    expect((await get(id)).counts).toMatchObject({ done: 1, refused: 1 })
    await fetch(`${sandbox.url}/api/v4/users/${user}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ username: 'somebody.else' }),
    })
    await call('jobs.retry', { job: id })
    await vi.waitUntil(async () => (await get(id)).counts.done === 2)
  })

  it('continues with retried items if it was paused before it ended', async () => {
    await call('jobs.pauseAll')
    const id = await startBulk()
    await call('jobs.pause', { job: id })
    const [first] = (await itemsOf(id)).items
    const itemIds = (await itemsOf(id)).items.map((item) => item.id)
    await call('queue.cancel', { ids: itemIds })
    await call('jobs.resumeAll')
    await call('queue.retry', { ids: [first!.id] })
    await vi.waitUntil(async () => (await get(id)).counts.done === 1)
  })

  it.each([
    ['moderation', startBulk],
    ['onboarding', () => startOnboarding()],
  ])('remains canceled on retry if nothing failed (%s)', async (_, start) => {
    await call('jobs.pauseAll')
    const id = await start()
    const { counts } = await call<JobSummary>('jobs.cancel', { job: id })
    const retried = await call<JobSummary>('jobs.retry', { job: id })
    expect(retried).toMatchObject({ state: 'cancelled', counts })
  })

  it('exports a description and one row per user', async () => {
    const id = await startBulk()
    await isFinished(id)
    const files = await call<{ filename: string; text: string }[]>('jobs.report', {
      job: id,
      format: 'csv',
    })
    expect(files[0]!.filename).toMatch(
      /^moderation-127\.0\.0\.1-\d+-[a-z.]+-\d{4}-\d\d-\d\d-run-\d+\.csv$/,
    )
    const lines = files[0]!.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFid,username,name,action,before,after,outcome,answer,reason,finished,first_request,last_answer,already',
    )
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/,block,active,blocked,done,,Left,/)
    expect(JSON.parse(files[1]!.text)).toMatchObject({
      kind: 'moderation',
      name: 'Block 3 users',
      total: 3,
    })
  })

  it('rejects an unknown ID', async () => {
    const failure = await app.failure('jobs.pause', { job: 99 }, account)
    expect(failure).toMatchObject({ kind: 'not-found' })
  })
})
