import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import type { DirectoryChangeKind } from '../../../shared/rules/directory-changes.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { directoryFile } from './directory-kind.ts'
import type { DirectoryStore } from './directory-store.ts'
import { toSqlConditions } from '../user-conditions.ts'
import { sqlOrder } from './conditions.ts'
import { readAgain, readAll } from './testing/sync.ts'

const allUsers = { number: 0, after: undefined, before: undefined, cursor: undefined, done: true }

/** Runs a full sync that returns exactly these users. */
function sync(copy: DirectoryStore, users: Partial<AdminListUser>[]) {
  copy.begin(0)
  const people = users.map((user) => ({
    ...{ username: `user-${user.id}`, name: 'Somebody', state: 'active' },
    ...{ is_admin: false, external: false, two_factor_enabled: true },
    ...user,
  }))
  copy.storePage(allUsers, people as AdminListUser[], new Set())
  copy.finish(1)
}

const count = ({ changes }: ReturnType<typeof emptyCopy>, kind: DirectoryChangeKind) =>
  changes.all().filter((change) => change.kind === kind).length
const emptyCopy = () => directoryFile({ path: undefined, log: () => undefined }).copy()

it('records changes between full syncs, but not during the first', () => {
  const copy = emptyCopy()
  copy.changes.now = () => 42
  const dormant = { id: 5, state: 'deactivated' }
  sync(copy, [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, is_admin: true }, dormant, { id: 6 }])
  expect(copy.changes.all()).toEqual([])
  sync(copy, [
    { id: 1, is_admin: true },
    { id: 2, two_factor_enabled: false },
    { id: 3, external: true, name: 'Another name' },
    { id: 4, is_admin: false },
    { id: 5 },
    { id: 7 },
    { id: 8, is_admin: true, external: true },
  ])
  const user = (id: number, kind: DirectoryChangeKind, states = {}) => ({
    ...{ at: 42, kind, id, username: `user-${id}` },
    ...states,
  })
  expect(copy.changes.all().toReversed()).toEqual([
    user(1, 'newAdmin'),
    user(2, 'twoFactorOff'),
    user(3, 'newExternal'),
    user(4, 'noAdmin'),
    user(5, 'returned', { before: 'deactivated', after: 'active' }),
    user(7, 'new'),
    user(8, 'new'),
    user(8, 'newAdmin'),
    user(8, 'newExternal'),
    user(6, 'deleted'),
  ])
  sync(copy, [{ id: 1, is_admin: true }])
  expect(count(copy, 'newAdmin')).toBe(2)
  expect(count(copy, 'deleted')).toBe(7)
})

it('doesn’t count a field whose value was unknown as changed', () => {
  const copy = emptyCopy()
  const unknown = { is_admin: undefined, external: undefined, two_factor_enabled: undefined }
  sync(copy, [{ id: 1, ...unknown }])
  sync(copy, [{ id: 1, is_admin: true, external: true, two_factor_enabled: false }])
  sync(copy, [{ id: 1, ...unknown }])
  sync(copy, [{ id: 1, two_factor_enabled: false }])
  expect(copy.changes.all()).toEqual([])
})

it('keeps the newest changes of each kind, so that many new users don’t displace the rest', () => {
  const copy = emptyCopy()
  sync(copy, [{ id: 1 }])
  const newUsers = Array.from({ length: 2_500 }, (_, index) => ({ id: index + 2 }))
  sync(copy, [{ id: 1, is_admin: true }, ...newUsers])
  expect(count(copy, 'newAdmin')).toBe(1)
  expect(count(copy, 'new')).toBe(2_000)
  expect(copy.changes.all()[0]).toMatchObject({ id: 2_501 })
})

it('keeps what others changed although a run here changes thousands of users', () => {
  const copy = emptyCopy()
  const isOwn = ({ id }: { id: number }) => id > 10
  copy.changes.findOwn = (changes) => new Set(changes.filter(isOwn))
  const users = (states: (id: number) => string) =>
    Array.from({ length: 4_500 }, (_, index) => ({ id: index + 1, state: states(index + 1) }))
  sync(
    copy,
    users(() => 'active'),
  )
  sync(
    copy,
    users((id) => (id <= 10 ? 'blocked' : 'active')),
  )
  expect(copy.changes.cutKinds()).toEqual([])
  sync(
    copy,
    users((id) => (id <= 10 ? 'blocked' : 'deactivated')),
  )
  const changes = copy.changes.all()
  expect(changes.filter((change) => !isOwn(change)).map(({ id }) => id)).toHaveLength(10)
  expect(changes.filter(isOwn)).toHaveLength(2_000)
  expect(copy.changes.cutKinds()).toEqual(['state'])
})

it('says of which kinds older changes were dropped', () => {
  const copy = emptyCopy()
  sync(copy, [{ id: 1 }])
  const newUsers = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 2 }))
  sync(copy, [{ id: 1, is_admin: true }, ...newUsers(2_000)])
  expect([count(copy, 'new'), copy.changes.cutKinds()]).toEqual([2_000, []])
  sync(copy, [{ id: 1, is_admin: true }, ...newUsers(2_001)])
  expect([count(copy, 'new'), copy.changes.cutKinds()]).toEqual([2_000, ['new']])
})

it('counts a never-active user’s inactive days from their approval', () => {
  const copy = emptyCopy()
  const now = Date.parse('2026-06-01T12:00:00Z')
  copy.changes.now = () => now
  const pending = 'blocked_pending_approval'
  const common = { created_at: '2025-01-01T00:00:00Z', last_activity_on: null }
  sync(copy, [
    { id: 1, state: pending, ...common },
    { id: 2, state: pending, ...common },
    { id: 3, state: 'blocked', ...common },
    { id: 4, ...common },
  ])
  const active = { ...common, username: 'user-1', name: 'Somebody', state: 'active' }
  copy.put({ id: 1, ...active } as AdminListUser)
  sync(
    copy,
    [1, 2, 3, 4].map((id) => ({ id, ...common })),
  )
  const inactive = (days: number, at = now) => [
    ...copy.ids(toSqlConditions({ inactive_days: days }, at), sqlOrder('id', 'asc')),
  ]
  expect(inactive(365)).toEqual([3, 4])
  expect(inactive(90, now + 89 * 86_400_000)).toEqual([3, 4])
  expect(inactive(90, now + 90 * 86_400_000)).toEqual([1, 2, 3, 4])
})

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 10 })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

it('lists the changes found by a sync, and when recording began', async () => {
  const changes = () =>
    app.value<{ items: DirectoryChange[]; since?: number }>('directory.changes', {}, me.id)
  expect(await changes()).toMatchObject({ items: [] })
  expect((await changes()).since).toBeUndefined()
  await readAll(app, me.id)
  const { items } = await app.value<{ items: AdminListUser[] }>(
    'users.list',
    { username: 'wordy' },
    me.id,
  )
  const [{ id }] = items as [AdminListUser]
  const response = await fetch(`${sandbox.url}/api/v4/users/${id}`, {
    method: 'PUT',
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ admin: true, external: true }),
  })
  expect(response.status).toBe(200)
  await readAgain(app, me.id)
  const changeList = await changes()
  expect(changeList.since).toBeGreaterThan(0)
  expect(changeList.items.map(({ kind, username }) => [kind, username])).toEqual([
    ['newExternal', 'wordy'],
    ['newAdmin', 'wordy'],
  ])
})
