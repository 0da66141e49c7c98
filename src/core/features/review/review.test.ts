import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { JobList, JobSummary } from '../../../shared/operations/jobs.ts'
import type { Credential, ReviewState, ReviewedUser } from '../../../shared/operations/review.ts'
import type { Membership } from '../../../shared/gitlab/associations.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { JobStore, changeBatchSize } from '../../jobs/job-store.ts'
import { connect } from '../../platform/sqlite/database.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'

const allUsers: Selection = { kind: 'matching', filter: {}, except: [] }
interface Users {
  items: ReviewedUser[]
  total: number
  counts: Record<string, number>
  read: number
}

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 0 })))
afterAll(() => sandbox.stop())

async function open(ports?: Parameters<typeof createTestLatchkey>[0]) {
  app = createTestLatchkey(ports)
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
}
// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['review', name].join('.'), input, me.id)
/** Calls an operation that all kinds of runs share, for a review or the newest one. */
const run = async <T = JobSummary>(name: string, id?: number) =>
  app.value<T>(`jobs.${name}`, { job: id ?? (await state()).id }, me.id)
const state = () => call<ReviewState>('state')
const users = (query: object = {}) => call<Users>('users', query)
const reviewOf = (selection: Selection) => call<ReviewState>('start', { selection })
const waitForPhase = (phase: ReviewState['phase']) =>
  vi.waitUntil(async () => (await state()).phase === phase)

describe('finished review', () => {
  beforeAll(async () => {
    await open()
    await reviewOf(allUsers)
    await waitForPhase('done')
  })
  afterAll(() => app.close())

  it('contains every user with the service’s data', async () => {
    const { items, total } = await users()
    expect(total).toBe(sandbox.users)
    const maya = items.find(({ username }) => username === 'maya.lindqvist')!
    const ask = <T>(name: string, input: object) => app.value<{ items: T[] }>(name, input, me.id)
    const memberships = (await ask<Membership>('associations.memberships', { id: maya.id })).items
    const keys = (await ask('sshKeys.listOf', { id_or_username: maya.id })).items
    expect(maya).toMatchObject({
      gone: false,
      unread: [],
      groups: memberships.filter((one) => one.source_type === 'Namespace').length,
      projects: memberships.filter((one) => one.source_type === 'Project').length,
      ssh_keys: keys.length,
      active_tokens: 2,
      expired_tokens: 1,
    })
  })

  it('supports filters, sorting, counts, and pages', async () => {
    const all = await users()
    expect(all.read).toBe(all.total)
    const owners = await users({ filters: ['owner'] })
    expect(owners.total).toBe(all.items.filter(({ owned }) => owned).length)
    expect(owners.total).toBe(all.counts['owner'])
    const filtered = await users({ filters: ['noTwoFactor', 'external'] })
    expect(filtered.items.map(({ id }) => id).sort()).toEqual(
      all.items
        .filter(
          (one) =>
            one.two_factor_enabled === false && one.state === 'active' && !one.bot && one.external,
        )
        .map(({ id }) => id)
        .sort(),
    )
    const firstPage = await users({ order_by: 'memberships', sort: 'desc', limit: 3 })
    const numbers = firstPage.items.map(({ groups, projects }) => groups! + projects!)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(firstPage).toMatchObject({ total: all.total })
    const next = await users({ order_by: 'memberships', sort: 'desc', limit: 3, offset: 2 })
    expect(next.items[0]).toEqual(firstPage.items[2])
    expect(await call('ids', { filters: ['owner'] })).toEqual(
      owners.items.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  })

  it('has the same counts as the user list', async () => {
    const all = await users()
    for (const figure of ['noTwoFactor', 'admins', 'external', 'inactive'] as const) {
      const query = { filter: userFigures[figure], order_by: 'id', sort: 'asc' }
      const list = await app.value<{ items: { id: number }[] }>('directory.search', query, me.id)
      const ids = list.items.map(({ id }) => id)
      expect(await call('ids', { filters: [figure] }), figure).toEqual(ids)
      expect(all.counts[figure], figure).toBe(ids.length)
      expect(ids.length, figure).toBeGreaterThan(0)
    }
  })

  it('lists credentials without secrets or keys', async () => {
    const { items } = await call<{ items: Credential[] }>('credentials', {
      kinds: ['token', 'ssh'],
    })
    expect(items).toContainEqual(
      expect.objectContaining({ username: 'maya.lindqvist', kind: 'token', title: 'Migration' }),
    )
    const key = items.find(({ kind }) => kind === 'ssh')!
    expect(key.fingerprint).toMatch(/^SHA256:/)
    expect(JSON.stringify(items)).not.toMatch(/ssh-(rsa|ed25519)|AAAA/)
    const expired = await call<{ items: Credential[] }>('credentials', { filters: ['expired'] })
    expect(expired.items.length).toBeGreaterThan(0)
    for (const one of expired.items) expect(Date.parse(one.expires_at!)).toBeLessThan(currentTime())
  })

  it('exports the instance, reviewer, filters, and totals with its rows', async () => {
    type Files = { filename: string; text: string }[]
    const owners = { filters: ['owner'] }
    const [csv, about] = await call<Files>('export', { ...owners, format: 'csv' })
    expect(csv!.filename).toMatch(/^review-127\.0\.0\.1-\d+-[a-z.]+-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv!.text).toMatch(/^\uFEFFid,username,name,/)
    expect(csv!.text).toMatch(/(Group|Project) [^(]+ \(Owner\)/)
    expect(about!.filename).toBe(`${csv!.filename}.json`)
    const lines = csv!.text.trimEnd().split('\r\n')
    expect(JSON.parse(about!.text)).toMatchObject({
      instance: sandbox.url,
      started_by: me.user.username,
      filters: ['owner'],
      totals: { noTwoFactor: expect.any(Number) },
      rows: lines.length - 1,
    })
    const [saved, ...others] = await call<Files>('export', { ...owners, format: 'json' })
    expect(others).toEqual([])
    const json = JSON.parse(saved!.text) as {
      rows: number
      users: { memberships: { level: number }[] }[]
    }
    expect(json.users).toHaveLength(json.rows)
    for (const user of json.users) {
      expect(user.memberships.some(({ level }) => level >= 50)).toBe(true)
    }
    const [tokens] = await call<Files>('exportCredentials', {
      kinds: ['token'],
      format: 'csv',
    })
    expect(tokens!.text).toContain('Migration')
  })

  it('exports decisions with their note, author, and time', async () => {
    const { id, total } = await state()
    const [first, second] = (await users()).items
    const decide = (input: object) => call<{ changed: number }>('decide', { review: id, ...input })
    const note = 'Left the team'
    expect(await decide({ users: [first!.id], decision: 'remove', note })).toEqual({ changed: 1 })
    expect(await decide({ users: [second!.id, 999_999], decision: 'keep' })).toEqual({ changed: 1 })
    expect(await decide({ users: [second!.id], decision: 'keep' })).toEqual({ changed: 0 })
    const decisions = { undecided: total - 2, keep: 1, change: 0, remove: 1 }
    expect(await users({ decided: 'remove' })).toMatchObject({
      total: 1,
      items: [{ id: first!.id, decided: { decision: 'remove', note, by: me.user.username } }],
      decisions,
    })
    expect(await call('ids', { decided: 'keep' })).toEqual([second!.id])
    expect(await users({ decided: 'undecided' })).toMatchObject({ total: total - 2 })

    type Files = { text: string }[]
    const [csv, about] = await call<Files>('export', { decided: 'remove', format: 'csv' })
    const lines = csv!.text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/,decision,note,decided_by,decided_at$/)
    expect(lines[1]).toMatch(/,remove,Left the team,\w+,\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(JSON.parse(about!.text)).toMatchObject({ filters: ['remove'], rows: 1, decisions })
    const [json] = await call<Files>('export', { decided: 'remove', format: 'json' })
    expect(JSON.parse(json!.text)).toMatchObject({
      users: [{ id: first!.id, decision: 'remove', note, decided_by: me.user.username }],
    })

    const allUndecided = { filters: [], decided: 'undecided' }
    expect(await decide({ users: allUndecided, decision: 'change' })).toEqual({
      changed: total - 2,
    })
    // An existing note stays unless a new one is passed.
    await decide({ users: { filters: [] }, decision: 'keep' })
    expect(await users()).toMatchObject({ decisions: { undecided: 0, keep: total } })
    expect((await users()).items.find((one) => one.id === first!.id)!.decided).toMatchObject({
      note,
    })
    await decide({ users: [first!.id], decision: null })
    expect(await users()).toMatchObject({ decisions: { undecided: 1, keep: total - 1 } })
  })

  it('is deleted on request', async () => {
    expect(await run<JobList>('remove')).toMatchObject({ jobs: [] })
    expect(await state()).toMatchObject({ phase: 'none' })
    expect(await users()).toMatchObject({ total: 0 })
  })
})

it('requires an administrator and at least one user', async () => {
  await open()
  onTestFinished(() => app.close())
  const member = await app.signIn(sandbox.url, sandbox.tokens.user)
  expect(await app.failure('review.state', {}, member.id)).toMatchObject({
    reason: 'administrators-only',
  })
  const unknownSelection = { selection: { kind: 'users', ids: [999_999] } }
  expect(await app.failure('review.start', unknownSelection, me.id)).toMatchObject({
    kind: 'invalid',
  })
})

it('stops storing users if canceled during the write', async () => {
  const large = await startSeededSandbox({ users: 1_100 })
  app = createTestLatchkey()
  onTestFinished(async () => {
    await app.close()
    await large.stop()
  })
  me = await app.signIn(large.url, large.tokens.admin)
  await readAll(app, me.id)
  const written = JobStore.prototype.insert
  const insert = vi.spyOn(JobStore.prototype, 'insert')
  onTestFinished(() => insert.mockRestore())
  insert.mockImplementationOnce(function (this: JobStore, item, now) {
    // Runs between the first batch and the second.
    setImmediate(() => this.stopJob(item.job!, now))
    return written.call(this, item, now)
  })
  const { id } = await reviewOf(allUsers)
  expect((await run('get', id)).counts.cancelled).toBe(large.users - changeBatchSize)
  await run('cancel', id)
  expect(await run<JobList>('remove', id)).toMatchObject({ jobs: [] })
})

describe('interrupted review', () => {
  let folder: string
  const keychain = createMemorySecretStore()
  const fetch = createNodeFetch()
  /** Called with each request's path. May respond in place of the service. */
  let intercept: (path: string) => Response | undefined | Promise<Response | undefined>
  const ports = () => ({
    dataFolder: folder,
    keychain,
    fetch: (async (request, ...rest) => {
      const { pathname } = new URL(request instanceof Request ? request.url : String(request))
      return (await intercept(pathname)) ?? fetch(request, ...rest)
    }) as typeof fetch,
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
    intercept = () => undefined
    await open(ports())
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('continues after a restart without repeating completed requests', async () => {
    const asked: string[] = []
    intercept = (path) => {
      if (path.endsWith('/memberships')) asked.push(path)
      return undefined
    }
    await reviewOf(allUsers)
    await vi.waitUntil(async () => (await state()).read >= 10)
    await app.close()
    const before = new Set(asked)
    app = createTestLatchkey(ports())
    expect(await state()).toMatchObject({ phase: 'running' })
    await waitForPhase('done')
    expect(new Set(asked).size).toBe(sandbox.users)
    // Only requests that were in flight at the end are repeated.
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(4)
    expect(before.size).toBeLessThan(sandbox.users)
  })

  it('can be paused and resumed', async () => {
    await reviewOf(allUsers)
    await run('pause')
    expect(await state()).toMatchObject({ phase: 'paused' })
    const { read } = await state()
    expect((await state()).read).toBe(read)
    await run('resume')
    expect(await state()).toMatchObject({ phase: 'running' })
    await waitForPhase('done')
    expect(await state()).toMatchObject({ read: sandbox.users, incomplete: 0 })
  })

  it('isn’t reported as finished when canceled, including in its export', async () => {
    await app.value('jobs.pauseAll', {}, me.id)
    await reviewOf({ kind: 'users', ids: [1, 2] })
    await run('cancel')
    expect(await state()).toMatchObject({ phase: 'cancelled', total: 2, read: 0 })
    expect(await state()).not.toHaveProperty('finishedAt')
    const [saved] = await call<{ text: string }[]>('export', { format: 'json' })
    expect(JSON.parse(saved!.text)).toMatchObject({ state: 'cancelled', finished_at: null })
    await app.value('jobs.resumeAll', {}, me.id)
    await run('retry')
    await waitForPhase('done')
    expect((await state()).finishedAt).toBeDefined()
  })

  it('waits out the rate limit', async () => {
    let asked = 0
    intercept = (path) => {
      if (!path.includes('/memberships')) return undefined
      asked += 1
      if (asked > 1) return undefined
      return new Response('{"message":"Retry later"}', {
        status: 429,
        headers: { 'retry-after': '60', 'content-type': 'application/json' },
      })
    }
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await reviewOf({ kind: 'users', ids: [1, 2, 3, 4, 5, 6, 7, 8] })
    await vi.waitUntil(async () => (await state()).failure?.kind === 'rate-limited')
    await vi.advanceTimersByTimeAsync(59_000)
    // The other three requests were already in flight.
    expect(asked).toBeLessThanOrEqual(4)
    expect((await state()).read).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    await waitForPhase('done')
    expect((await state()).incomplete).toBe(0)
  })

  it('lists unread parts and retries them', async () => {
    let isFailing = true
    intercept = (path) =>
      isFailing && path.endsWith('/users/1/memberships')
        ? Response.json({ message: '404 Not Found' }, { status: 404 })
        : undefined
    await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    expect(await state()).toMatchObject({ incomplete: 1 })
    expect(await run<JobSummary>('get')).toMatchObject({ counts: { done: 2 }, incomplete: 1 })
    const { items } = await users({ filters: ['unread'] })
    expect(items).toMatchObject([{ id: 1, groups: null, unread: ['memberships'] }])
    isFailing = false
    await run('retry')
    await waitForPhase('done')
    expect(await state()).toMatchObject({ incomplete: 0 })
  })

  it('skips parts that have failed three times, and reads the others', async () => {
    const asked: string[] = []
    intercept = (path) => {
      if (!path.endsWith('/users/1/gpg_keys')) return undefined
      asked.push(path)
      return Response.json({ message: '500 Internal Server Error' }, { status: 500 })
    }
    await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    expect(await state()).toMatchObject({ read: 2, incomplete: 1 })
    expect(asked).toHaveLength(3)
    const { items } = await users({ filters: ['unread'] })
    expect(items).toMatchObject([{ id: 1, gpg_keys: null, unread: ['gpg'] }])
  })

  it('reports users who have been deleted since', async () => {
    intercept = (path) =>
      path.endsWith('/users/2')
        ? Response.json({ message: '404 User Not Found' }, { status: 404 })
        : undefined
    await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    expect(await users({ filters: ['gone'] })).toMatchObject({ items: [{ id: 2, gone: true }] })
  })

  it('stops and reports why when the token is rejected', async () => {
    intercept = (path) =>
      path.includes('/impersonation_tokens')
        ? Response.json({ message: '401 Unauthorized' }, { status: 401 })
        : undefined
    await reviewOf(allUsers)
    await waitForPhase('paused')
    expect(await state()).toMatchObject({ failure: { kind: 'unauthorized' } })
  })

  it('takes turns with other reviews without losing any', async () => {
    const first = await call<ReviewState>('start', {
      selection: { kind: 'users', ids: [1, 2, 3] },
      name: 'Spring',
    })
    const second = await reviewOf({ kind: 'users', ids: [4, 5] })
    expect([first.name, second.name]).toEqual(['Spring', '2 users'])
    await vi.waitUntil(async () =>
      (await call<ReviewState[]>('list')).every(({ phase }) => phase === 'done'),
    )
    await app.close()
    app = createTestLatchkey(ports())
    const list = await call<ReviewState[]>('list')
    expect(list).toMatchObject([
      { id: second.id, name: '2 users', total: 2, read: 2 },
      { id: first.id, name: 'Spring', total: 3, read: 3, startedAt: first.startedAt },
    ])
    expect((await users({ review: first.id })).items.map(({ id }) => id).toSorted()).toEqual([
      1, 2, 3,
    ])
    expect((await users()).items.map(({ id }) => id).toSorted()).toEqual([4, 5])
    const renamed = await call<ReviewState>('rename', { review: first.id, name: 'Autumn' })
    expect(renamed).toMatchObject({ id: first.id, name: 'Autumn' })
    await run('remove', second.id)
    expect(await state()).toMatchObject({ id: first.id })
    const files = readdirSync(join(folder, 'accounts', me.id, 'reviews'))
    expect(files.filter((name) => name.endsWith('.db'))).toEqual([`${first.id}.db`])
  })

  it('is restarted on resume if its file was damaged', async () => {
    const { id } = await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    await app.close()
    const path = join(folder, 'accounts', me.id, 'reviews', `${id}.db`)
    writeFileSync(path, 'This is not a database, but long enough. '.repeat(200))
    app = createTestLatchkey(ports())
    expect(await users()).toMatchObject({ total: 2, read: 0 })
    expect(await state()).toMatchObject({ id, phase: 'paused', total: 2, read: 0 })
    await run('resume')
    await waitForPhase('done')
    expect(await users()).toMatchObject({ total: 2, read: 2 })
  })

  it('keeps its decisions across restarts and without its file, until deleted', async () => {
    const { id } = await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    await call('decide', { review: id, users: [1], decision: 'change', note: 'No owner' })
    const decided = { decision: 'change', note: 'No owner', by: me.user.username }
    const expected = { total: 1, items: [{ id: 1, decided }] }
    await app.close()
    app = createTestLatchkey(ports())
    expect(await users({ decided: 'change' })).toMatchObject(expected)
    await app.close()
    const file = join(folder, 'accounts', me.id, 'reviews', `${id}.db`)
    writeFileSync(file, 'This is not a database, but long enough. '.repeat(200))
    app = createTestLatchkey(ports())
    expect(await users({ decided: 'change' })).toMatchObject(expected)
    await run('cancel')
    await run('remove')
    await app.close()
    const jobs = connect(join(folder, 'accounts', me.id, 'jobs.db'), { readOnly: true })
    expect(jobs.prepare('SELECT count(*) AS count FROM decisions').get()).toEqual({ count: 0 })
    jobs.close()
    app = createTestLatchkey(ports())
  })

  it('is deleted along with its file once it is old enough', async () => {
    let ahead = 0
    const now = () => currentTime() + ahead
    const later = { ...ports(), now }
    await reviewOf({ kind: 'users', ids: [1, 2] })
    await waitForPhase('done')
    await app.close()
    ahead = 2 * 365 * 24 * 60 * 60_000
    app = createTestLatchkey(later)
    const [old] = await call<ReviewState[]>('list')
    // A clock that was set forward takes effect only once a review has been started after that.
    const { id } = await reviewOf({ kind: 'users', ids: [3] })
    await waitForPhase('done')
    await app.close()
    app = createTestLatchkey(later)
    expect((await call<ReviewState[]>('list')).map((review) => review.id)).toEqual([id])
    expect(old!.id).not.toBe(id)
    const files = readdirSync(join(folder, 'accounts', me.id, 'reviews'))
    expect(files.filter((name) => name.endsWith('.db'))).toEqual([`${id}.db`])
  })

  it('sends no requests while Latchkey is locked', async () => {
    await reviewOf(allUsers)
    await app.value('lock.lock')
    let requests = 0
    intercept = () => {
      requests += 1
      return undefined
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(requests).toBe(0)
    await app.value('lock.unlock')
    await waitForPhase('done')
    expect(requests).toBeGreaterThan(0)
  })
})
