import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { DamagedFile } from '../../../shared/operations/damaged-files.ts'
import type {
  OnboardingCheck,
  OnboardingRow,
  OnboardingUndo,
} from '../../../shared/operations/onboarding.ts'
import {
  type LossyWay,
  pageOf,
  refusalOf,
  startLossyWay,
} from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { readAll } from '../directory/testing/sync.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let stage: OnboardingStage
let way: LossyWay | undefined

/** Signs in as an administrator, by a way that loses answers where that is wanted. */
async function start(faults: string[] = [], { isLossy = false } = {}): Promise<void> {
  sandbox = await startSandbox({ users: 0, flavor: 'gitlab', faults: faults.map(parseFault) })
  way = isLossy ? await startLossyWay(sandbox.url) : undefined
  latchkey = createTestLatchkey()
  const { id } = await latchkey.signIn(way?.url ?? sandbox.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, id)
}
afterEach(async () => {
  await latchkey.close()
  await way?.stop()
  await sandbox.stop()
})

async function elsewhere<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as T
}
const usersNamed = (username: string) =>
  elsewhere<{ id: number; email: string }[]>('GET', `/users?username=${username}`)
async function created(usernames: readonly string[]): Promise<number[]> {
  const all = await Promise.all(usernames.map(usersNamed))
  return all.map((users) => users.length)
}
const ones = (count: number) => Array.from({ length: count }, () => 1)
const rowsIn = async (run: number) =>
  (await stage.call<{ items: OnboardingRow[] }>('rows', { run })).items
async function auditLog(): Promise<AuditLogEntry[]> {
  const list = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, stage.account)
  return list.items.filter(({ action }) => action === 'users.create')
}

describe('a run', () => {
  it('creates the users without problems, with a report and an audit log', async () => {
    await start()
    const { text, usernames } = csvOfUsers(5)
    const check = await stage.call<OnboardingCheck>('check', { text: `${text}\n-x,,nowhere` })
    expect([check.ready, check.rows.length, check.directoryAsOf]).toEqual([5, 6, undefined])
    const run = await stage.start(`${text}\n-x,,nowhere`)
    expect(await stage.reach(run, 'created', 5)).toMatchObject({ state: 'finished', total: 5 })
    expect(await created(usernames)).toEqual(ones(5))
    const lines = (await stage.call<[{ text: string }]>('report', { run }))[0].text.split('\r\n')
    expect(lines[1]).toBe(
      `${usernames[0]},New ${usernames[0]},${usernames[0]}@example.com,` +
        `${sandbox.url}/${usernames[0]},created,GitLab emailed a link to set a password`,
    )
    const entries = await auditLog()
    expect(entries.map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'))
    expect(entries.map(({ target }) => target!.username).toSorted()).toEqual(usernames.toSorted())
  })

  it('does not start where other rows are ready than were shown', async () => {
    await start()
    const { text } = csvOfUsers(2)
    const input = { text, ready: 3 }
    const failure = await latchkey.failure('onboarding.start', input, stage.account)
    expect(failure).toMatchObject({ kind: 'conflict', message: '2 rows are ready now, not 3.' })
    expect(await stage.call('list')).toEqual([])
  })

  it('is for administrators whose tokens can write', async () => {
    await start()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const failure = await latchkey.failure('onboarding.check', { text: 'a' }, id)
    expect(failure.reason).toBe('administrators-only')
  })

  it('knows the users of the directory, and those of other runs', async () => {
    await start()
    await readAll(latchkey, stage.account)
    const { text } = csvOfUsers(1)
    await stage.start(text)
    const rows = `username,name,email\nMAYA.lindqvist,M,m@x.org`
    const check = await stage.call<OnboardingCheck>('check', { text: rows })
    expect(check.directoryAsOf).toBeGreaterThan(0)
    expect(check.rows[0]!.problems[0]!.text).toBe('Username is taken by @maya.lindqvist')
  })

  it('says of each row why GitLab refused it, and tries those again', async () => {
    await start()
    const { text, usernames } = csvOfUsers(3)
    const taken = usernames[1]!
    const user = { username: taken, name: 'X', email: 'x@y.org', force_random_password: true }
    const { id } = await elsewhere<{ id: number }>('POST', '/users', user)
    const run = await stage.start(text)
    await stage.reach(run, 'failed', 1)
    expect((await rowsIn(run))[1]).toMatchObject({
      state: 'failed',
      note: 'Username has already been taken.',
    })
    await elsewhere('PUT', `/users/${id}`, { username: `${taken}-old` })
    await stage.call('retry', { run })
    await stage.reach(run, 'created', 3)
    expect((await rowsIn(run))[1]!.note).toBeUndefined()
    expect(await stage.call('remove', { run })).toEqual([])
  })

  it('stays paused when its refused rows are queued again', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(3)
    const user = {
      username: usernames[0],
      name: 'X',
      email: 'x@y.org',
      force_random_password: true,
    }
    const { id } = await elsewhere<{ id: number }>('POST', '/users', user)
    const paused = Promise.withResolvers<void>()
    way!.beforePost = (post) => (post === 1 ? undefined : paused.promise)
    const run = await stage.start(text)
    await stage.reach(run, 'sending', 1)
    await stage.reach(run, 'failed', 1)
    await stage.call('pause', { run })
    paused.resolve()
    await stage.reach(run, 'created', 1)
    await elsewhere('PUT', `/users/${id}`, { username: `${usernames[0]}-old` })
    const retried = await stage.call('retry', { run })
    expect(retried).toMatchObject({ state: 'paused', counts: { pending: 2, failed: 0 } })
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 3)
  })

  it('is paused, resumed and cancelled', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(12)
    const cancelled = Promise.withResolvers<void>()
    way!.beforePost = (post) => (post <= 2 ? undefined : cancelled.promise)
    const run = await stage.start(text)
    const paused = await stage.call('pause', { run })
    expect(paused.state).toBe('paused')
    const refusal = await latchkey.failure('onboarding.remove', { run }, stage.account)
    expect(refusal.kind).toBe('conflict')
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 2)
    await stage.call('cancel', { run })
    cancelled.resolve()
    const { counts } = await stage.reach(run, 'sending', 0)
    expect(counts.created + counts.cancelled).toBe(12)
    const all = await created(usernames)
    expect(all.reduce((sum, count) => sum + count)).toBe(counts.created)
    expect((await stage.call('get', { run })).state).toBe('cancelled')
    // Canceled rows are a new run's, after a new check.
    expect((await stage.call('resume', { run })).counts).toEqual(counts)
  })
})

describe('the service', () => {
  it('is not asked again before a rate limit has ended', async () => {
    await start(['POST /users 2 status=429'])
    const { text, usernames } = csvOfUsers(3)
    const run = await stage.start(text)
    await stage.reach(run, 'created', 3)
    expect(await created(usernames)).toEqual(ones(3))
    expect((await auditLog()).filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
  })

  it('that can’t be reached is waited for, and nothing is lost', async () => {
    await start()
    const { text, usernames } = csvOfUsers(3)
    await sandbox.stop()
    const run = await stage.start(text)
    const { waiting } = await stage.reach(run, 'pending', 3)
    expect(['offline', undefined]).toContain(waiting?.kind)
    const { port } = new URL(sandbox.url)
    sandbox = await startSandbox({ users: 0, flavor: 'gitlab', port: Number(port) })
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 3)
    expect(await created(usernames)).toEqual(ones(3))
  })

  it('that refuses the token stops the run, and refuses no row', async () => {
    await start(['POST /users 1 status=403'])
    const { text } = csvOfUsers(3)
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const run = await stage.start(text)
    await vi.waitFor(async () =>
      expect(await stage.call('get', { run })).toMatchObject({ state: 'paused', hold: 'token' }),
    )
    expect((await stage.call('get', { run })).counts).toMatchObject({ pending: 3, failed: 0 })
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 3)
  })
})

describe('a lost answer', () => {
  it.each(['reset-after', 'truncated', 'html'] as const)(
    'to a user who was created creates nobody twice (%s)',
    async (loss) => {
      await start([], { isLossy: true })
      const { text, usernames } = csvOfUsers(4)
      way!.loss = loss
      const run = await stage.start(text)
      await stage.reach(run, 'created', 4)
      expect(way!.posts()).toBe(4)
      expect(await created(usernames)).toEqual(ones(4))
      expect((await auditLog()).map(({ outcome }) => outcome)).toEqual(Array(4).fill('done'))
    },
  )

  it.each([
    ['a page with 403', pageOf(403)],
    ['a page with 404', pageOf(404)],
    ['a gateway’s 403', refusalOf(403, { message: 'Forbidden' })],
    ['a gateway’s 404', refusalOf(404, { message: 'no Route matched with those values' })],
  ])('in place of which %s comes is looked for before it is sent again', async (_, loss) => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(2)
    way!.loss = loss
    way!.mayRead = () => false
    const run = await stage.start(text)
    const { waiting } = await stage.reach(run, 'unknown', 1)
    expect(waiting?.message).toEqual(expect.any(String))
    expect(way!.posts()).toBe(1)
    expect((await auditLog()).map(({ outcome }) => outcome)).toEqual(['unknown'])
    way!.mayRead = () => true
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 2)
    expect(way!.posts()).toBe(2)
    expect(await created(usernames)).toEqual(ones(2))
  })

  it('is looked for until the service can be read again, and only then sent again', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(2)
    way!.loss = 'reset-after'
    way!.mayRead = () => false
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    expect(way!.posts()).toBe(1)
    way!.loss = 'none'
    way!.mayRead = () => true
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 2)
    expect(way!.posts()).toBe(2)
    expect(await created(usernames)).toEqual(ones(2))
    const outcomes = (await auditLog()).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'unknown'])
  })

  it('to a user who was not created is sent again after the look', async () => {
    await start([], { isLossy: true })
    const { text, usernames } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    way!.loss = 'none'
    await stage.reach(run, 'created', 1)
    expect(way!.posts()).toBe(2)
    expect(await created(usernames)).toEqual(ones(1))
  })

  it('is not sent again once the run is cancelled, but its outcome is found out', async () => {
    await start([], { isLossy: true })
    const { text } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    await stage.call('cancel', { run })
    await stage.reach(run, 'cancelled', 1)
    expect(way!.posts()).toBe(1)
  })

  it('that a hidden user may explain waits, and holds no other run', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(2)
    way!.loss = 'reset-after'
    way!.unreadable = true
    const run = await stage.start(text)
    await expect
      .poll(async () => (await stage.call('get', { run })).waiting?.kind)
      .toBe('forbidden')
    const hidden = await stage.call('get', { run })
    expect([hidden.state, hidden.hold, hidden.counts.unknown]).toEqual(['running', undefined, 1])
    way!.loss = 'none'
    way!.unreadable = false
    await stage.call('resume', { run })
    await stage.reach(run, 'created', 2)
    expect(await created(usernames)).toEqual(ones(2))
  })

  it('is not taken for another user with the same username', async () => {
    await start([], { isLossy: true })
    const { text, usernames } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    const other = { username: usernames[0], name: 'X', email: 'x@y.org' }
    await elsewhere('POST', '/users', { ...other, force_random_password: true })
    await stage.call('resume', { run })
    await stage.reach(run, 'failed', 1)
    expect((await rowsIn(run))[0]!.note).toBe('Username is taken by a user with another email')
    expect(way!.posts()).toBe(1)
  })
})

it('keeps no password, whatever a file has in it', async () => {
  await start()
  const { text } = csvOfUsers(2)
  const [header, ...rows] = text.split('\n')
  const withPasswords = rows.map((row) => `${row},correct-horse-battery`)
  const run = await stage.start([`${header},password`, ...withPasswords].join('\n'))
  await stage.reach(run, 'created', 2)
  for (const kept of latchkey.kept()) expect(kept).not.toContain('correct-horse')
})

it('is gone with the account, also in the middle of a run', async () => {
  await start([], { isLossy: true })
  const { text } = csvOfUsers(20)
  const gone = Promise.withResolvers<void>()
  way!.beforePost = () => gone.promise
  await stage.start(text)
  expect(latchkey.unsent().kept).toBeGreaterThan(0)
  await latchkey.value('accounts.signOut', { id: stage.account })
  gone.resolve()
  expect(latchkey.unsent()).toEqual({ kept: 0, lost: 0, tokens: 0 })
  expect(latchkey.logged.filter((line) => /run of new users/.test(line))).toEqual([])
})

it('looks up the users of the first run after its file was damaged, and creates nobody twice', async () => {
  sandbox = await startSandbox({ users: 0, flavor: 'gitlab' })
  const dataFolder = testFolder()
  const keychain = createMemorySecretStore()
  const open = () => (latchkey = createTestLatchkey({ dataFolder, keychain }))
  const { id } = await open().signIn(sandbox.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, id)
  const lost = csvOfUsers(3)
  await stage.reach(await stage.start(lost.text), 'created', 3)
  await latchkey.close()
  const path = join(dataFolder, 'accounts', id, 'jobs.db')
  writeFileSync(path, 'This is not a database, but long enough. '.repeat(200))

  stage = new OnboardingStage(open(), id)
  expect(await stage.call('list')).toEqual([])
  const files = await latchkey.value<DamagedFile[]>('damagedFiles.list', {}, id)
  expect(files).toMatchObject([{ isDismissed: false }])
  const more = csvOfUsers(2)
  const run = await stage.start(`${lost.text}\n${more.text.split('\n').slice(1).join('\n')}`)
  await stage.reach(run, 'created', 5)
  expect(await created([...lost.usernames, ...more.usernames])).toEqual(ones(5))
  const rows = await rowsIn(run)
  expect(rows.map(({ note }) => note)).toEqual(Array(5).fill(undefined))
  const [found, sent] = [rows.slice(0, 3), rows.slice(3)].map((of) => of.map(({ user }) => user))
  const { ids, kept } = await stage.call<OnboardingUndo>('undo', { run })
  expect(ids).toEqual(sent)
  const why = 'The run didn’t create the user, who is kept.'
  expect(kept).toMatchObject([{ why, count: 3, sample: found!.map((user) => ({ id: user })) }])
  const undo = { selection: { kind: 'users', ids: found }, action: 'delete', undoes: run }
  const refusal = await latchkey.failure('bulk.start', { ...undo, affectedCount: 3 }, id)
  expect(refusal.message).toBe('Not all of these users were created by the run.')
})
