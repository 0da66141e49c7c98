import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { DamagedFile } from '../../../shared/operations/damaged-files.ts'
import type { JobList } from '../../../shared/operations/jobs.ts'
import type {
  OnboardingCheck,
  OnboardingUndo,
  SkippedRow,
} from '../../../shared/operations/onboarding.ts'
import {
  type LossyProxy,
  pageOf,
  refusalOf,
  startLossyProxy,
} from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { readAll } from '../directory/testing/sync.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let stage: OnboardingStage
let way: LossyProxy | undefined

/** Signs in as an administrator, optionally through a proxy that may lose responses, or with a faster clock. */
async function start(
  faults: string[] = [],
  { isLossy = false, isFast = false } = {},
): Promise<void> {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', faults: faults.map(parseFault) })
  way = isLossy ? await startLossyProxy(sandbox.url) : undefined
  latchkey = createTestLatchkey(isFast ? { clock: fastClock() } : {})
  const { id } = await latchkey.signIn(way?.url ?? sandbox.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, id)
}
afterEach(async () => {
  await latchkey.close()
  await way?.stop()
  await sandbox.stop()
})

async function callAsOther<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as T
}
const usersNamed = (username: string) =>
  callAsOther<{ id: number; email: string }[]>('GET', `/users?username=${username}`)
async function findCreated(usernames: readonly string[]): Promise<number[]> {
  const created = await Promise.all(usernames.map(usersNamed))
  return created.map((users) => users.length)
}
const runs = async () => (await latchkey.value<JobList>('jobs.list', {}, stage.account)).jobs
const onesOf = (count: number) => Array.from({ length: count }, () => 1)
async function auditLog(): Promise<AuditLogEntry[]> {
  const list = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, stage.account)
  return list.items.filter(({ action }) => action === 'users.create')
}

describe('onboarding run', () => {
  it('creates all valid users and writes a report and audit log entries', async () => {
    await start()
    const { text, usernames } = csvOfUsers(5)
    const check = await stage.call<OnboardingCheck>('check', { text: `${text}\n-x,,nowhere` })
    expect([check.ready, check.rows.length, check.directoryAsOf]).toEqual([5, 6, undefined])
    const run = await stage.start(`${text}\n-x,,nowhere`)
    expect(await stage.reach(run, 'done', 5)).toMatchObject({ state: 'finished', total: 5 })
    expect(await findCreated(usernames)).toEqual(onesOf(5))
    const [report] = await stage.run<[{ text: string }]>('report', run, { format: 'csv' })
    const [columns, first] = report.text.split('\r\n')
    expect(columns).toBe(
      '\uFEFFid,username,name,action,before,after,outcome,answer,reason,finished,first_request,last_answer,line,email,profile',
    )
    expect(first).toContain(`,${usernames[0]},New ${usernames[0]},create,,active,done,`)
    expect(first).toContain(',GitLab emailed a link to set a password,')
    expect(first).toMatch(
      new RegExp(`,2,${usernames[0]}@example.com,${sandbox.url}/${usernames[0]}$`),
    )
    const entries = await auditLog()
    expect(entries.map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'))
    expect(entries.map(({ target }) => target!.username).toSorted()).toEqual(usernames.toSorted())
  })

  it('rejects the start if the number of ready rows has changed', async () => {
    await start()
    const { text } = csvOfUsers(2)
    const input = { text, ready: 3 }
    const failure = await latchkey.failure('onboarding.start', input, stage.account)
    expect(failure).toMatchObject({ kind: 'conflict', message: '2 rows are ready now, not 3.' })
    expect(await runs()).toEqual([])
  })

  it('requires an administrator', async () => {
    await start()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const failure = await latchkey.failure('onboarding.check', { text: 'a' }, id)
    expect(failure.reason).toBe('administrators-only')
  })

  it('detects usernames that are already in the directory', async () => {
    await start()
    await readAll(latchkey, stage.account)
    const { text } = csvOfUsers(1)
    await stage.start(text)
    const rows = `username,name,email\nMAYA.lindqvist,M,m@x.org`
    const check = await stage.call<OnboardingCheck>('check', { text: rows })
    expect(check.directoryAsOf).toBeGreaterThan(0)
    expect(check.rows[0]!.problems[0]!.text).toBe('Username is taken by @maya.lindqvist')
  })

  it('exports rows with problems so that they can be read again, with joined names', async () => {
    await start()
    const text =
      'First name,custom_attribute:site,Last name,Mail,custom_attribute:team,Groups\nAna,Oslo,Lee,ana@,Docs,docs:boss'
    const { text: exported } = await stage.call<{ text: string }>('problems', { text })
    const lines = exported.split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      '\uFEFFusername,name,custom_attribute:site,email,custom_attribute:team,groups,problem',
      expect.stringMatching(/^ana,Ana Lee,Oslo,ana@,Docs,docs:boss,/),
    ])
    const { rows, columns } = await stage.call<OnboardingCheck>('check', { text: exported })
    expect(columns.map(({ field }) => field)).toEqual([
      ...['username', 'name', 'custom_attribute', 'email', 'custom_attribute', 'groups', null],
    ])
    expect(rows.map(({ name }) => name)).toEqual(['Ana Lee'])
  })

  it('reports why GitLab rejected a row, and retries it', async () => {
    await start()
    const { text, usernames } = csvOfUsers(3)
    const taken = usernames[1]!
    const user = { username: taken, name: 'X', email: 'x@y.org', force_random_password: true }
    const { id } = await callAsOther<{ id: number }>('POST', '/users', user)
    const run = await stage.start(text)
    await stage.reach(run, 'refused', 1)
    expect((await stage.rows(run))[1]).toMatchObject({
      state: 'refused',
      failure: { message: 'Username has already been taken.' },
    })
    await callAsOther('PUT', `/users/${id}`, { username: `${taken}-old` })
    await stage.run('retry', run)
    await stage.reach(run, 'done', 3)
    expect((await stage.rows(run))[1]).not.toHaveProperty('failure')
    expect(await stage.run<JobList>('remove', run)).toMatchObject({ jobs: [] })
  })

  it('stays paused when its rejected rows are requeued', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(3)
    const user = {
      username: usernames[0],
      name: 'X',
      email: 'x@y.org',
      force_random_password: true,
    }
    const { id } = await callAsOther<{ id: number }>('POST', '/users', user)
    const paused = Promise.withResolvers<void>()
    way!.beforePost = (post) => (post === 1 ? undefined : paused.promise)
    const run = await stage.start(text)
    await stage.reach(run, 'sending', 1)
    await stage.reach(run, 'refused', 1)
    await stage.run('pause', run)
    paused.resolve()
    await stage.reach(run, 'done', 1)
    await callAsOther('PUT', `/users/${id}`, { username: `${usernames[0]}-old` })
    const retried = await stage.run('retry', run)
    expect(retried).toMatchObject({ state: 'paused', counts: { ready: 2, refused: 0 } })
    await stage.run('resume', run)
    await stage.reach(run, 'done', 3)
  })

  it('can be paused, resumed, and canceled', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(12)
    const cancelled = Promise.withResolvers<void>()
    way!.beforePost = (post) => (post <= 2 ? undefined : cancelled.promise)
    const run = await stage.start(text)
    const paused = await stage.run('pause', run)
    expect(paused.state).toBe('paused')
    const refusal = await latchkey.failure('jobs.remove', { job: run }, stage.account)
    expect(refusal.kind).toBe('conflict')
    await stage.run('resume', run)
    await stage.reach(run, 'done', 2)
    await stage.run('cancel', run)
    cancelled.resolve()
    const { counts } = await stage.reach(run, 'sending', 0)
    expect(counts.done! + counts.cancelled!).toBe(12)
    const created = await findCreated(usernames)
    expect(created.reduce((sum, count) => sum + count)).toBe(counts.done)
    expect((await stage.run('get', run)).state).toBe('cancelled')
    // Canceled rows need a new run, which checks them again.
    expect((await stage.run('resume', run)).counts).toEqual(counts)
  })
})

describe('onboarding when GitLab fails', () => {
  it('sends nothing before a rate limit has ended', async () => {
    await start(['POST /users 2 status=429'], { isFast: true })
    const { text, usernames } = csvOfUsers(3)
    const run = await stage.start(text)
    await stage.reach(run, 'done', 3)
    expect(await findCreated(usernames)).toEqual(onesOf(3))
    expect((await auditLog()).filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
  })

  it('waits while the instance is unreachable and keeps all rows', async () => {
    await start()
    const { text, usernames } = csvOfUsers(3)
    await sandbox.stop()
    const run = await stage.start(text)
    const { waiting } = await stage.reach(run, 'ready', 3)
    expect(['offline', undefined]).toContain(waiting?.kind)
    const { port } = new URL(sandbox.url)
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', port: Number(port) })
    await stage.run('resume', run)
    await stage.reach(run, 'done', 3)
    expect(await findCreated(usernames)).toEqual(onesOf(3))
  })

  it('fails only the row that GitLab refuses without a reason', async () => {
    await start(['POST /users 1 status=403'])
    const { text } = csvOfUsers(3)
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const run = await stage.start(text)
    expect(await stage.reach(run, 'done', 2)).toMatchObject({ counts: { refused: 1 } })
  })

  it('pauses the run if GitLab refuses two rows alike, and creates the rest once resumed', async () => {
    await start(['POST /users 1 status=403', 'POST /users 2 status=403'])
    const { text } = csvOfUsers(4)
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const run = await stage.start(text)
    await vi.waitFor(async () =>
      expect(await stage.run('get', run)).toMatchObject({
        state: 'paused',
        refusal: { status: 403 },
        counts: { refused: 2, ready: 2 },
      }),
    )
    await stage.run('resume', run)
    await stage.reach(run, 'done', 2)
  })

  it.each(['read-only', 'maintenance=0'])(
    'waits while GitLab is in maintenance mode, and continues by itself (%s)',
    async (fault) => {
      await start(
        [1, 2, 3, 4].map((call) => `POST /users ${call} ${fault}`),
        { isFast: true },
      )
      const { text, usernames } = csvOfUsers(3)
      const run = await stage.start(text)
      expect(await stage.reach(run, 'done', 3)).toMatchObject({ counts: { refused: 0 } })
      expect(await findCreated(usernames)).toEqual(onesOf(3))
      expect((await auditLog()).map(({ outcome }) => outcome)).toEqual(Array(3).fill('done'))
    },
  )
})

describe('onboarding row with a lost response', () => {
  it.each(['reset-after', 'truncated', 'html'] as const)(
    'isn’t sent twice if the user was created (%s)',
    async (loss) => {
      await start([], { isLossy: true })
      const { text, usernames } = csvOfUsers(4)
      way!.loss = loss
      const run = await stage.start(text)
      await stage.reach(run, 'done', 4)
      expect(way!.posts()).toBe(4)
      expect(await findCreated(usernames)).toEqual(onesOf(4))
      expect((await auditLog()).map(({ outcome }) => outcome)).toEqual(Array(4).fill('done'))
    },
  )

  it.each([
    ['an HTML page with 403', pageOf(403)],
    ['an HTML page with 404', pageOf(404)],
    ['a gateway’s 403', refusalOf(403, { message: 'Forbidden' })],
    ['a gateway’s 404', refusalOf(404, { message: 'no Route matched with those values' })],
  ])('is looked up before it is resent after %s', async (_, loss) => {
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
    await stage.run('resume', run)
    await stage.reach(run, 'done', 2)
    expect(way!.posts()).toBe(2)
    expect(await findCreated(usernames)).toEqual(onesOf(2))
  })

  it('is looked up until reads work again before it is resent', async () => {
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
    await stage.run('resume', run)
    await stage.reach(run, 'done', 2)
    expect(way!.posts()).toBe(2)
    expect(await findCreated(usernames)).toEqual(onesOf(2))
    const outcomes = (await auditLog()).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'unknown'])
  })

  it('is resent after a lookup shows that the user wasn’t created', async () => {
    await start([], { isLossy: true })
    const { text, usernames } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    way!.loss = 'none'
    await stage.reach(run, 'done', 1)
    expect(way!.posts()).toBe(2)
    expect(await findCreated(usernames)).toEqual(onesOf(1))
  })

  it('is only looked up, not resent, once the run is canceled', async () => {
    await start([], { isLossy: true })
    const { text } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    await stage.run('cancel', run)
    await stage.reach(run, 'cancelled', 1)
    expect(way!.posts()).toBe(1)
  })

  it('waits without holding the run if the created user may be hidden', async () => {
    await start([], { isLossy: true })
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(2)
    way!.loss = 'reset-after'
    way!.unreadable = true
    const run = await stage.start(text)
    await expect.poll(async () => (await stage.run('get', run)).waiting?.kind).toBe('forbidden')
    const hiddenUser = await stage.run('get', run)
    expect([hiddenUser.state, hiddenUser.hold, hiddenUser.counts.unknown]).toEqual([
      'running',
      undefined,
      1,
    ])
    way!.loss = 'none'
    way!.unreadable = false
    await stage.run('resume', run)
    await stage.reach(run, 'done', 2)
    expect(await findCreated(usernames)).toEqual(onesOf(2))
  })

  it('fails if another user has taken the username', async () => {
    await start([], { isLossy: true })
    const { text, usernames } = csvOfUsers(1)
    way!.loss = 'reset-before'
    const run = await stage.start(text)
    await stage.reach(run, 'unknown', 1)
    const other = { username: usernames[0], name: 'X', email: 'x@y.org' }
    await callAsOther('POST', '/users', { ...other, force_random_password: true })
    await stage.run('resume', run)
    await stage.reach(run, 'refused', 1)
    expect((await stage.rows(run))[0]!.failure!.message).toBe(
      'Username is taken by a user with another email',
    )
    expect(way!.posts()).toBe(1)
  })
})

it('doesn’t store passwords from the file', async () => {
  await start()
  const { text } = csvOfUsers(2)
  const [header, ...rows] = text.split('\n')
  const textWithPasswords = rows.map((row) => `${row},correct-horse-battery`)
  const run = await stage.start([`${header},password`, ...textWithPasswords].join('\n'))
  await stage.reach(run, 'done', 2)
  for (const storedText of latchkey.kept()) expect(storedText).not.toContain('correct-horse')
})

it('deletes runs with the account, even while active', async () => {
  await start([], { isLossy: true })
  const { text } = csvOfUsers(20)
  const signedOut = Promise.withResolvers<void>()
  way!.beforePost = () => signedOut.promise
  await stage.start(text)
  expect(latchkey.unsent().kept).toBeGreaterThan(0)
  await latchkey.value('accounts.signOut', { id: stage.account })
  signedOut.resolve()
  expect(latchkey.unsent()).toEqual({ kept: 0, lost: 0, tokens: 0 })
  expect(latchkey.logged.filter((line) => /run of new users/.test(line))).toEqual([])
})

it('looks up all users of the first run after file damage, and doesn’t create any twice', async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  const dataFolder = testFolder()
  const keychain = createMemorySecretStore()
  const open = () => (latchkey = createTestLatchkey({ dataFolder, keychain }))
  const { id } = await open().signIn(sandbox.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, id)
  const lostUsers = csvOfUsers(3)
  await stage.reach(await stage.start(lostUsers.text), 'done', 3)
  await latchkey.close()
  const path = join(dataFolder, 'accounts', id, 'jobs.db')
  writeFileSync(path, 'This is not a database, but long enough. '.repeat(200))

  stage = new OnboardingStage(open(), id)
  expect(await runs()).toEqual([])
  const files = await latchkey.value<DamagedFile[]>('damagedFiles.list', {}, id)
  expect(files).toMatchObject([{ isDismissed: false }])
  const moreUsers = csvOfUsers(2)
  await latchkey.value('jobs.resumeAll', {}, id)
  const run = await stage.start(
    `${lostUsers.text}\n${moreUsers.text.split('\n').slice(1).join('\n')}`,
  )
  await stage.reach(run, 'done', 5)
  expect(await findCreated([...lostUsers.usernames, ...moreUsers.usernames])).toEqual(onesOf(5))
  const rows = await stage.rows(run)
  expect(rows.filter(({ note, failure }) => note ?? failure)).toEqual([])
  expect((await stage.run('get', run)).already).toBe(3)
  const users = rows.map(({ target }) => target.id)
  const [found, sent] = [users.slice(0, 3), users.slice(3)]
  const { ids, kept } = await stage.call<OnboardingUndo>('undo', { run })
  expect(ids).toEqual(sent)
  const why = 'The run didn’t create the user, who is kept.'
  expect(kept).toMatchObject([{ why, count: 3, sample: found!.map((user) => ({ id: user })) }])
  const undo = {
    selection: { kind: 'users', ids: found },
    action: 'delete',
    reason: 'Twice',
    undoes: run,
  }
  const refusal = await latchkey.failure('bulk.start', { ...undo, affectedCount: 3 }, id)
  expect(refusal.message).toBe('Not all of these users were created by the run.')
})

it('keeps the rows with problems with the run, on its page and in its export', async () => {
  await start()
  const { text, usernames } = csvOfUsers(2)
  const run = await stage.start(`${text}\n${usernames[0]},Twice,twice@example.com\n,No Name,none`)
  const summary = await stage.reach(run, 'done', 2)
  expect([summary.total, summary.skipped]).toEqual([2, 2])
  const page = (input: object) =>
    stage.call<{ items: SkippedRow[]; total: number }>('skipped', { run, ...input })
  const { items, total } = await page({})
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { line: 4, username: usernames[0], name: 'Twice', problem: expect.stringContaining('line 2') },
    { line: 5, username: '', name: 'No Name', email: 'none' },
  ])
  expect((await page({ offset: 1, limit: 1 })).items).toEqual([items[1]])
  for (const format of ['csv', 'json']) {
    const [report] = await stage.run<{ text: string }[]>('report', run, { format })
    expect(report!.text).toContain(items[0]!.problem)
    expect(report!.text.match(/skipped/g)).toHaveLength(2)
  }
  await stage.run('remove', run)
  expect((await page({})).total).toBe(0)
})
