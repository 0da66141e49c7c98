import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sandbox } from '../sandbox/start.ts'
import { startSeededSandbox } from '../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../shared/operations/accounts.ts'
import type { CancelledAll, QueueSummary, QueuedAction } from '../shared/operations/queue.ts'
import type { ReviewState } from '../shared/operations/review.ts'
import { OnboardingStage, csvOfUsers } from './features/onboarding/testing/rows.ts'
import { readAll } from './features/directory/testing/sync.ts'
import { FailureError } from './platform/failure.ts'
import { createNodeFetch } from './platform/network/node-fetch.ts'
import { createMemorySecretStore } from './platform/keychain/memory-secret-store.ts'
import type { SecretStore } from './platform/keychain/secret-store.ts'
import { dateIn } from './testing/dates.ts'
import { testFolder } from './testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

const direct = createNodeFetch()
const fail = () =>
  Promise.reject(new FailureError({ kind: 'keychain', message: 'There is no keychain.' }))
const unavailableKeychain: SecretStore = {
  describe: async () => ({ state: 'absent', name: 'None', message: 'There is none.' }),
  get: fail,
  set: fail,
  remove: fail,
}

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
let dataFolder: string
let keychain: SecretStore
/** Requests to GitLab other than GET, in order. */
let writes: string[]
/** Requests for new users and for reviews wait for this promise. */
let gate: PromiseWithResolvers<void>
beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 60, flavor: 'gitlab' })
  dataFolder = testFolder()
  keychain = createMemorySecretStore()
  writes = []
  gate = Promise.withResolvers()
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

function start(): void {
  app = createTestLatchkey({
    dataFolder,
    keychain,
    fetch: async (input, init) => {
      const line = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace('/api/v4', '')}`
      if (!line.startsWith('GET')) writes.push(line)
      if (/^POST \/users$|^GET .*(memberships|keys|tokens)$/.test(line)) await gate.promise
      return direct(input, init)
    },
  })
}
async function restart(): Promise<void> {
  await app.close()
  start()
}
const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, me.id)
const summary = () => call<QueueSummary>('queue.summary')
const asAdmin = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Creates another administrator for Latchkey to sign in as. */
async function newAdmin(): Promise<{ id: number; token: string }> {
  const { id } = await asAdmin('POST', '/users', {
    username: 'other.admin',
    name: 'Other Admin',
    email: 'other@tidewater.example',
    admin: true,
    force_random_password: true,
    skip_confirmation: true,
  })
  return { id: Number(id), token: await newToken(Number(id)) }
}
async function newToken(user: number): Promise<string> {
  const { token } = await asAdmin('POST', `/users/${user}/personal_access_tokens`, {
    name: 'Latchkey',
    scopes: ['api', 'admin_mode'],
    expires_at: dateIn(30),
  })
  return String(token)
}

/** Queues two actions that are held back only by the paused queue. */
async function queueTwoActions(): Promise<number[]> {
  await call('jobs.pauseAll')
  const ids: number[] = []
  for (const username of ['wordy', 'sunny']) {
    const [user] = (await (
      await fetch(`${sandbox.url}/api/v4/users?username=${username}`, {
        headers: { 'private-token': sandbox.tokens.admin },
      })
    ).json()) as { id: number; username: string; name: string; state: string }[]
    const { id, ...seen } = { id: user!.id, username, name: user!.name, state: user!.state }
    ids.push((await call<QueuedAction>('queue.enqueue', { action: 'block', id, seen })).id)
  }
  await call('queue.sendAllNow')
  return ids
}

/** Completes other requests for the account, which would trigger sending. */
async function completeOtherRequests(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await app.value('accounts.refresh', { id: me.id })
}
const blocked = (ids: number[]) =>
  vi.waitUntil(async () => {
    const states = await Promise.all(ids.map((id) => call<QueuedAction>('queue.get', { id })))
    return states.every(({ state }) => state === 'done')
  })

it('keeps actions on hold after a restart without a keychain and a new sign-in', async () => {
  keychain = unavailableKeychain
  start()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  const ids = await queueTwoActions()
  await restart()
  expect(await summary()).toMatchObject({
    hold: { reason: 'token', count: 2 },
    holdCause: 'missing',
  })
  expect((await call<{ total: number }>('queue.list')).total).toBe(2)
  await call('queue.cancel', { ids: ids.slice(1) })
  await app.signIn(sandbox.url, sandbox.tokens.admin)
  await call('jobs.resumeAll')
  await completeOtherRequests()
  expect(writes).toEqual([])
  expect((await summary()).hold).toEqual({ reason: 'token', count: 1 })
  await call('queue.release')
  await blocked(ids.slice(0, 1))
  expect(writes).toHaveLength(1)
})

it('continues after a restart if the token is in the keychain', async () => {
  start()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  const ids = await queueTwoActions()
  await restart()
  await call('jobs.resumeAll')
  await blocked(ids)
})

it('holds actions when the token is replaced, but not when rotated', async () => {
  const admin = await newAdmin()
  start()
  me = await app.signIn(sandbox.url, admin.token)
  const ids = await queueTwoActions()
  await app.value('accounts.rotateToken', { id: me.id, expires_at: dateIn(60) })
  expect((await summary()).hold).toBeUndefined()
  await app.value('accounts.replaceToken', { id: me.id, token: await newToken(admin.id) })
  await call('jobs.resumeAll')
  await completeOtherRequests()
  expect(writes.filter((line) => line.endsWith('/block'))).toEqual([])
  expect(await summary()).toMatchObject({
    hold: { reason: 'token', count: 2 },
    holdCause: 'replaced',
  })
  await call('queue.release')
  await blocked(ids)
})

it('holds actions after admin rights are lost and restored, and allows canceling them', async () => {
  const admin = await newAdmin()
  start()
  me = await app.signIn(sandbox.url, admin.token)
  const ids = await queueTwoActions()
  await asAdmin('PUT', `/users/${admin.id}`, { admin: false })
  await app.value('accounts.refresh', { id: me.id })
  expect((await summary()).hold).toEqual({ reason: 'rights', count: 2 })
  expect((await call<{ total: number }>('queue.list')).total).toBe(2)
  await call('queue.cancel', { ids: ids.slice(1) })
  for (const name of ['queue.release', 'jobs.resumeAll', 'queue.sendAllNow']) {
    expect(await app.failure(name, {}, me.id)).toMatchObject({ reason: 'administrators-only' })
  }
  await asAdmin('PUT', `/users/${admin.id}`, { admin: true })
  await app.value('accounts.refresh', { id: me.id })
  await call('jobs.resumeAll')
  await completeOtherRequests()
  expect(writes).toEqual([])
  expect((await summary()).hold).toEqual({ reason: 'rights', count: 1 })
  expect((await call<{ ids: number[] }>('queue.cancelAll')).ids).toEqual(ids.slice(0, 1))
  expect((await summary()).hold).toBeUndefined()
})

it('pauses new users and a review instead of continuing with another token', async () => {
  const admin = await newAdmin()
  start()
  me = await app.signIn(sandbox.url, admin.token)
  await readAll(app, me.id)
  const stage = new OnboardingStage(app, me.id)
  const { text } = csvOfUsers(40)
  const run = await stage.start(text)
  const selection = { kind: 'matching', filter: {}, except: [] }
  await call('review.start', { selection })
  await app.value('accounts.replaceToken', { id: me.id, token: await newToken(admin.id) })
  expect(await stage.run('get', run)).toMatchObject({ state: 'paused' })
  expect((await call<ReviewState>('review.state')).phase).toBe('paused')
  gate.resolve()
  await stage.reach(run, 'sending', 0)
  await completeOtherRequests()
  const { counts, state } = await stage.run('get', run)
  expect(state).toBe('paused')
  const held = { reason: 'token', count: counts.ready! + counts.unknown! }
  expect((await summary()).hold).toEqual(held)
  expect(counts.ready).toBeGreaterThanOrEqual(36)
  expect((await call<ReviewState>('review.state')).phase).toBe('paused')
  await call('queue.release')
  await stage.reach(run, 'done', 40)
  await vi.waitUntil(async () => (await call<ReviewState>('review.state')).phase === 'done')
})

it('cancels only work on hold if onlyHeld is set', async () => {
  const admin = await newAdmin()
  start()
  me = await app.signIn(sandbox.url, admin.token)
  await readAll(app, me.id)
  const ids = await queueTwoActions()
  const stage = new OnboardingStage(app, me.id)
  const [newHolds, newItems] = [
    await stage.start(csvOfUsers(3).text),
    await stage.start(csvOfUsers(3).text),
  ]
  await app.value('accounts.replaceToken', { id: me.id, token: await newToken(admin.id) })
  await stage.run('resume', newHolds)
  const cancelled = await call<CancelledAll>('queue.cancelAll', { onlyHeld: true })
  expect(cancelled).toMatchObject({ ids, count: 5 })
  expect(cancelled.summary.hold).toBeUndefined()
  expect(await stage.run('get', newItems)).toMatchObject({ state: 'cancelled', remaining: 3 })
  gate.resolve()
  await call('jobs.resumeAll')
  await stage.reach(newHolds, 'done', 3)
})

it('cancels all actions and onboarding runs, but not reviews', async () => {
  start()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
  const ids = await queueTwoActions()
  const selection = { kind: 'users', ids: [9] }
  await call('review.start', { selection })
  const stage = new OnboardingStage(app, me.id)
  const run = await stage.start(csvOfUsers(40).text)
  const { summary: summaryAfter, ...cancelled } = await call<CancelledAll>('queue.cancelAll')
  expect(cancelled).toEqual({ ids, count: 42 })
  expect(summaryAfter.counts).toMatchObject({ ready: 0, cancelled: 42 })
  expect(await stage.run('get', run)).toMatchObject({ state: 'cancelled', remaining: 40 })
  gate.resolve()
  await call('jobs.resumeAll')
  await vi.waitUntil(async () => (await call<ReviewState>('review.state')).phase === 'done')
  await completeOtherRequests()
  expect(writes).toEqual([])
})

it('cancels new users on hold along with everything else', async () => {
  const admin = await newAdmin()
  start()
  me = await app.signIn(sandbox.url, admin.token)
  await readAll(app, me.id)
  const ids = await queueTwoActions()
  const stage = new OnboardingStage(app, me.id)
  const run = await stage.start(csvOfUsers(3).text)
  await app.value('accounts.replaceToken', { id: me.id, token: await newToken(admin.id) })
  expect((await summary()).hold).toEqual({ reason: 'token', count: 5 })
  const cancelled = await call<CancelledAll>('queue.cancelAll')
  expect(cancelled.ids).toEqual(ids)
  expect(cancelled.summary.hold).toBeUndefined()
  expect(await stage.run('get', run)).toMatchObject({ state: 'cancelled', remaining: 3 })
})
