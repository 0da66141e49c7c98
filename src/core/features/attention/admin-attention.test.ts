import { afterAll, beforeAll, beforeEach, afterEach, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AdminAttention } from '../../../shared/operations/attention.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let me: Account
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 10 })))
afterAll(() => sandbox.stop())
beforeEach(async () => {
  latchkey = createTestLatchkey()
  me = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
})
afterEach(() => latchkey.close())

const call = <T>(name: string, input: object = {}) => latchkey.value<T>(name, input, me.id)
const readAttention = () => call<AdminAttention>('attention.administration')

async function loadDirectory() {
  await call('directory.search')
  await vi.waitUntil(async () => (await call<DirectoryState>('directory.state')).phase === 'whole')
}

async function userNamed(username: string) {
  const { items } = await call<{ items: UserForAdmins[] }>('users.list', { username })
  return items[0]!
}

async function enqueue(username: string, state: string, action = 'block') {
  const { id, name } = await userNamed(username)
  const seen = { username, name, state }
  return call<QueuedAction>('queue.enqueue', { action, id, seen })
}

/** Sends all actions and waits until this one reaches a state. */
async function waitForState({ id }: QueuedAction, state: string) {
  await call('queue.sendAllNow')
  await vi.waitUntil(async () => (await call<QueuedAction>('queue.get', { id })).state === state)
}

it('counts pending approvals once the directory is loaded', async () => {
  expect(await readAttention()).toEqual({
    needReview: 0,
    failed: 0,
    paused: 0,
    reviews: 0,
    runs: 0,
    endedExceptions: 0,
    proposals: 0,
    dueReviews: [],
  })
  await loadDirectory()
  const [pending] = await call<number[]>('directory.count', {
    filters: [{ states: ['blocked_pending_approval'] }],
  })
  expect(pending).toBeGreaterThan(0)
  expect(await readAttention()).toMatchObject({ approvals: pending })
})

it('counts the actions of a paused queue', async () => {
  await call('jobs.pauseAll')
  await enqueue('wordy', 'active')
  expect(await readAttention()).toMatchObject({ paused: 1 })
})

it('counts paused reviews separately from other paused runs', async () => {
  await loadDirectory()
  const { id } = await userNamed('wordy')
  const selection = { kind: 'users', ids: [id] }
  const run = await call<{ id: number }>('bulk.start', {
    selection,
    action: 'block',
    affectedCount: 1,
  })
  await call('jobs.pause', { job: run.id })
  expect(await readAttention()).toMatchObject({ reviews: 0, runs: 1 })
  await call('jobs.pauseAll')
  await call('review.start', { selection, name: 'Spring' })
  // The run's actions were counted already.
  expect(await readAttention()).toMatchObject({ paused: 1, reviews: 1, runs: 0 })
})

it('lists reviews that are due', async () => {
  await loadDirectory()
  const { id } = await userNamed('wordy')
  const plan = { reviewers: [], undecided: 'exception', due: localDay(currentTime()) }
  const selection = { kind: 'users', ids: [id] }
  const review = await call<ReviewState>('review.start', { selection, name: 'Spring', plan })
  expect(await readAttention()).toMatchObject({
    dueReviews: [{ id: review.id, name: 'Spring', days: 0, isNext: false }],
  })
  expect(latchkey.desktop.state().dueReviews).toBe(1)
})

it('counts actions that need review, and failed actions until they are viewed', async () => {
  await waitForState(await enqueue('wordy', 'deactivated'), 'conflict')
  expect(await readAttention()).toMatchObject({ needReview: 1, failed: 0 })

  // GitLab refuses to deactivate recently active users.
  await waitForState(await enqueue('maya.lindqvist', 'active', 'deactivate'), 'refused')
  expect(await readAttention()).toMatchObject({ needReview: 1, failed: 1 })
  await call('desktop.actionsSeen')
  expect(await readAttention()).toMatchObject({ needReview: 1, failed: 0 })
})

it('requires an administrator', async () => {
  const member = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  expect(await latchkey.failure('attention.administration', {}, member.id)).toMatchObject({
    reason: 'administrators-only',
  })
})
