import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { type SpamReason, spamReasons } from '../../../shared/rules/spam.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import type { DirectoryStore } from './directory-store.ts'
import { directoryFile } from './directory-kind.ts'
import { SpamSweep } from './spam-sweep.ts'
import { readAll } from './testing/sync.ts'

interface SearchResult {
  items: { user: DirectoryEntry; reasons: SpamReason[]; link?: string }[]
  total: number
  counts: Record<SpamReason | 'all', number>
  unknown: SpamReason[]
}

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 60 })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})
/** Every user who shows any sign, however old. */
const wide = { least: 1, maxAgeDays: null }
const noMarks = { marked: new Set<number>(), areShown: false, created: [] }
const sweep = (query: object = {}) =>
  app.value<SearchResult>('directory.spamSweep', { ...wide, ...query }, me.id)

it('lists each user’s reasons, sorted by number of reasons', async () => {
  const { items, total, unknown } = await sweep()
  expect(unknown).toEqual([])
  const counts = items.map(({ reasons }) => reasons.length)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const reasonsOf = (name: string) => items.find(({ user }) => user.username === name)
  expect(reasonsOf('unconfirmed')).toMatchObject({ reasons: ['neverSignedIn', 'unconfirmed'] })
  expect(reasonsOf('maya.lindqvist')).toMatchObject({ link: 'https://maya.example.com' })
  // Neither banned users nor administrators are candidates.
  expect(reasonsOf('bulk_seller')).toBeUndefined()
  expect(reasonsOf(me.user.username)).toBeUndefined()
  const ids = await app.value<number[]>('directory.spamCandidates', wide, me.id)
  expect(ids).toHaveLength(total)
})

it('counts the users that each view lists', async () => {
  for (const least of [1, 2]) {
    const { total, counts } = await sweep({ least })
    expect(counts.all).toBe(total)
    for (const reason of spamReasons) {
      expect(await sweep({ least, reasons: [reason] })).toMatchObject({ total: counts[reason] })
    }
  }
})

it('filters users by all selected reasons', async () => {
  const { items, total, counts } = await sweep({ reasons: ['unconfirmed', 'neverSignedIn'] })
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(counts.unconfirmed)
  for (const { reasons } of items) {
    expect(reasons).toEqual(expect.arrayContaining(['unconfirmed', 'neverSignedIn']))
  }
})

/** A copy that contains only these users. */
function copyOf(users: Partial<AdminListUser>[]): DirectoryStore {
  const copy = directoryFile({ path: undefined, log: () => undefined }).copy()
  copy.begin(0)
  const allUsers = { number: 0, after: undefined, before: undefined, cursor: undefined }
  const people = users.map((user, index) => ({
    id: index + 1,
    username: `user-${'abcdefghijklmnop'[index]}`,
    name: 'Somebody',
    state: 'active',
    last_sign_in_at: '2026-01-01T00:00:00.000Z',
    ...user,
  }))
  copy.storePage({ ...allUsers, done: true }, people as AdminListUser[], new Set())
  return copy
}

it('finds bursts of sign-ups from one domain within 24 hours, even across midnight', () => {
  const signUp = (email: string, created_at: string) => ({ email, created_at })
  const copy = copyOf([
    signUp('a@spam.example', '2026-03-01T22:00:00.000Z'),
    signUp('b@spam.example', '2026-03-02T01:00:00.000Z'),
    signUp('c@SPAM.example', '2026-03-02T21:00:00.000Z'),
    signUp('d@spam.example', '2026-03-05T21:00:00.000Z'),
    signUp('e@other.example', '2026-03-02T01:00:00.000Z'),
    signUp('f@other.example', '2026-03-02T02:00:00.000Z'),
  ])
  const { candidates, bursts } = new SpamSweep(copy, currentTime).list(
    { ...wide, reasons: ['burst'], burst: 3 },
    noMarks,
  )
  expect(candidates.map(({ id }) => id).sort()).toEqual([1, 2, 3])
  expect(bursts.get(1)).toEqual({ domain: 'spam.example', count: 3 })
  const two = new SpamSweep(copy, currentTime).list(
    { ...wide, reasons: ['burst'], burst: 2 },
    noMarks,
  )
  expect(two.candidates.map(({ id }) => id).sort()).toEqual([1, 2, 3, 5, 6])
})

it('counts digits and finds links in the bio', () => {
  const copy = copyOf([
    { username: 'maya84317' },
    { username: 'a-long-name-with-2026' },
    { username: 'year26' },
    { bio: 'Cheap! www.spam.example/now' },
    { bio: 'Maintains three things.', website_url: '' },
  ])
  const sweep = new SpamSweep(copy, currentTime)
  expect(sweep.ids({ ...wide, reasons: ['digits'], burst: 5 }, noMarks)).toEqual([1])
  expect(sweep.ids({ ...wide, reasons: ['link'], burst: 5 }, noMarks)).toEqual([4])
  expect(copy.row(4)?.profile_link).toBe('www.spam.example/now')
})

it('reports fields that the service’s list lacks', () => {
  const sweep = new SpamSweep(copyOf([{ last_sign_in_at: null }]), currentTime)
  expect(sweep.unknown()).toEqual(['neverSignedIn', 'unconfirmed', 'link'])
})

const start = Date.parse('2026-03-20T12:00:00.000Z')

it('excludes users whom an administrator has approved', () => {
  const signUp = { last_sign_in_at: null, created_at: '2026-03-19T10:00:00.000Z' }
  const copy = copyOf([
    { ...signUp, state: 'blocked_pending_approval' },
    { ...signUp, state: 'blocked_pending_approval' },
  ])
  const sweep = new SpamSweep(copy, () => start)
  const query = { reasons: ['neverSignedIn' as const], least: 1, maxAgeDays: 30, burst: 5 }
  expect(sweep.ids(query, noMarks)).toEqual([2, 1])
  copy.put({
    ...signUp,
    id: 1,
    username: 'user-a',
    name: 'Somebody',
    state: 'active',
  } as AdminListUser)
  expect(sweep.ids(query, noMarks)).toEqual([2])
})

it('excludes old accounts, accounts with only one sign of spam, and accounts created by an administrator', () => {
  const suspect = {
    last_sign_in_at: null,
    confirmed_at: null,
    created_at: '2026-03-19T10:00:00.000Z',
  }
  const copy = copyOf([
    { ...suspect, created_by: null },
    { ...suspect, created_at: '2026-01-01T10:00:00.000Z' },
    { ...suspect, confirmed_at: '2026-03-19T11:00:00.000Z' },
    { ...suspect, created_by: { id: 9, username: 'ines', name: 'Ines', state: 'active' } },
    suspect,
  ] as Partial<AdminListUser>[])
  const sweep = new SpamSweep(copy, () => start)
  const defaults = { reasons: [], least: 2, maxAgeDays: 30, burst: 5 }
  expect(sweep.ids(defaults, noMarks)).toEqual([5, 1])
  expect(sweep.ids({ ...defaults, least: 1 }, noMarks)).toEqual([5, 1, 3])
  expect(sweep.ids({ ...defaults, maxAgeDays: null }, noMarks)).toEqual([5, 2, 1])
})

it('ignores bursts from a domain with many established users', () => {
  const newcomer = { email: 'new@company.example', created_at: '2026-03-19T10:00:00.000Z' }
  const old = { created_at: '2020-01-01T10:00:00.000Z', email: 'old@company.example' }
  const copyWith = (count: number) =>
    copyOf([
      newcomer,
      newcomer,
      ...Array.from({ length: count }, () => ({ ...old, confirmed_at: old.created_at })),
    ])
  const query = { reasons: ['burst' as const], least: 1, maxAgeDays: 30, burst: 2 }
  expect(new SpamSweep(copyWith(3), () => start).ids(query, noMarks)).toEqual([2, 1])
  expect(new SpamSweep(copyWith(12), () => start).ids(query, noMarks)).toEqual([])
})

it('excludes users marked “Not spam” until unmarked, even after clearing caches', async () => {
  const [first] = (await sweep()).items
  const id = first!.user.id
  const ids = async (query: object = {}) => (await sweep(query)).items.map(({ user }) => user.id)
  await app.value('directory.markSpam', { ids: [id], isSpam: false }, me.id)
  await app.value('device.resetCaches')
  await readAll(app, me.id)
  expect(await ids()).not.toContain(id)
  expect(await ids({ areMarkedShown: true })).toEqual([id])
  expect(await sweep()).toMatchObject({ marked: 1 })
  expect(await app.value('directory.spamCandidates', wide, me.id)).not.toContain(id)
  await app.value('directory.markSpam', { ids: [id], isSpam: true }, me.id)
  expect(await ids()).toContain(id)
})

it('keeps every mark, however many there are', async () => {
  const [first] = (await sweep()).items
  const id = first!.user.id
  const mark = (ids: number[], isSpam = false) =>
    app.value('directory.markSpam', { ids, isSpam }, me.id)
  const batches = Array.from({ length: 41 }, (_, batch) =>
    Array.from({ length: 500 }, (_, index) => 100_000 + batch * 500 + index),
  )
  await mark([id])
  for (const ids of batches) await mark(ids)
  expect((await sweep()).items.map(({ user }) => user.id)).not.toContain(id)
  for (const ids of [[id], ...batches]) await mark(ids, true)
  expect((await sweep()).items.map(({ user }) => user.id)).toContain(id)
})

it('excludes users created with Latchkey if the service doesn’t report the creator', async () => {
  const send = createNodeFetch()
  const otherApp = createTestLatchkey({
    async fetch(input, init) {
      const response = await send(input, init)
      const { status, headers } = response
      const text = (await response.text()).replaceAll(/"created_by":(null|\{[^}]*\}),/g, '')
      return new Response(status === 204 ? null : text, { status, headers })
    },
  })
  onTestFinished(() => otherApp.close())
  const { id: account } = await otherApp.signIn(sandbox.url, sandbox.tokens.admin)
  const call = <T>(name: string, input: object) => otherApp.value<T>(name, input, account)
  const create = (username: string) => ({
    username,
    name: 'New Colleague',
    email: `${username}@example.com`,
    force_random_password: true,
  })
  await call('userEdits.create', create('from.here'))
  const response = await fetch(`${sandbox.url}/api/v4/users`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify(create('from.elsewhere')),
  })
  expect(response.ok).toBe(true)
  await readAll(otherApp, account)
  const { items, counts } = await call<SearchResult>('directory.spamSweep', wide)
  const usernames = items.map(({ user }) => user.username)
  expect(usernames).toContain('from.elsewhere')
  expect(usernames).not.toContain('from.here')
  const neverSignedIn = items.filter(({ reasons }) => reasons.includes('neverSignedIn'))
  expect(counts.neverSignedIn).toBe(neverSignedIn.length)
  const ids = await call<number[]>('directory.spamCandidates', wide)
  expect(ids).toHaveLength(items.length)
})
