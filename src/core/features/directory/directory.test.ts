import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type {
  DirectoryFilter,
  DirectoryEntry,
  DirectoryState,
  DirectoryView,
} from '../../../shared/operations/directory.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { type DirectoryColumn, directoryColumns } from '../../../shared/rules/directory-columns.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type UserFigure, userFigures } from '../../../shared/rules/user-figures.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { naiveList } from './testing/naive.ts'
import { pick, randomFilter, seeded } from './testing/random-filter.ts'
import { readAll } from './testing/sync.ts'

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
let users: AdminListUser[]
afterEach(() => vi.unstubAllEnvs())
beforeAll(async () => {
  vi.setSystemTime('2026-06-01T12:00:00Z')
  sandbox = await startSeededSandbox({ users: 700, version: '18' })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
  users = await askService({})
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
  vi.useRealTimers()
})

interface SearchResult {
  items: DirectoryEntry[]
  total: number
  state: DirectoryState
}
const search = (query: object) => app.value<SearchResult>('directory.search', query, me.id)

/** The users on the service's own list. */
async function askService(filter: object): Promise<AdminListUser[]> {
  const found: AdminListUser[] = []
  let cursor: string | undefined
  do {
    const input = { ...filter, pagination: 'keyset', order_by: 'id', sort: 'asc', cursor }
    const page = await app.value<{ items: AdminListUser[]; next?: string }>(
      'users.list',
      input,
      me.id,
    )
    found.push(...page.items)
    cursor = page.next
  } while (cursor)
  return found
}

/** A filter with the service's parameter names. */
function serviceFilter(filter: DirectoryFilter): object {
  const entries = Object.entries(filter)
  return Object.fromEntries(
    entries.map(([name, value]) => (value === false ? [`exclude_${name}`, true] : [name, value])),
  )
}

/** All IDs in a list, read page by page. */
async function listIds(filter: DirectoryFilter, order_by: DirectoryColumn = 'id', sort = 'asc') {
  const ids: number[] = []
  for (let total = 1; ids.length < total;) {
    const page = await search({ filter, order_by, sort, offset: ids.length })
    ids.push(...page.items.map(({ id }) => id))
    total = page.total
  }
  return ids
}

describe('user list', () => {
  it('returns all users with the service’s fields', async () => {
    const { items, total, state } = await search({ sort: 'asc', limit: 100 })
    expect(total).toBe(users.length)
    expect(state).toMatchObject({ phase: 'whole', known: users.length })
    const [first, copy] = [users[0]!, items[0]!]
    expect(copy).toEqual({
      id: first.id,
      username: first.username,
      name: first.name,
      state: first.state,
      email: first.email,
      is_admin: true,
      two_factor_enabled: first.two_factor_enabled,
      last_activity_on: first.last_activity_on,
      last_sign_in_at: expect.any(String),
      created_at: expect.any(String),
      external: false,
      bot: false,
      locked: false,
      identities: [],
      using_license_seat: true,
      projects_limit: first.projects_limit,
      note: first.note,
      web_url: first.web_url,
      email_confirmed: first.confirmed_at !== null,
      email_domain: first.email!.split('@')[1],
    })
    expect(Date.parse(copy.created_at!)).toBe(Date.parse(first.created_at!))
    const maya = items.find(({ username }) => username === 'maya.lindqvist')!
    expect(maya.identities).toEqual(['ldapmain'])
  })

  it.each(
    directoryColumns.flatMap((column) => [[column, 'asc'] as const, [column, 'desc'] as const]),
  )('sorts by %s %s with empty values last', async (column, sort) => {
    expect(await listIds({}, column, sort)).toEqual(
      naiveList(users, {}, column, sort, currentTime()),
    )
  })

  it('matches a naive scan of all rows for random filters and sort orders', async () => {
    const random = seeded(20_260_601)
    let matchCount = 0
    for (let round = 0; round < 100; round += 1) {
      const filter = randomFilter(random, users)
      const column = pick(random, directoryColumns)
      const sort = pick(random, ['asc', 'desc'] as const)
      const expected = naiveList(users, filter, column, sort, currentTime())
      const what = JSON.stringify({ filter, column, sort })
      expect(await listIds(filter, column, sort), what).toEqual(expected)
      const [count] = await app.value<number[]>('directory.count', { filters: [filter] }, me.id)
      expect(count).toBe(expected.length)
      matchCount += expected.length > 0 ? 1 : 0
    }
    // Makes sure that the filters matched enough users to prove something.
    expect(matchCount).toBeGreaterThan(40)
  })

  it.each<DirectoryFilter>([
    { username: 'MAYA.lindqvist' },
    { active: true },
    { blocked: true },
    { external: true },
    { humans: true },
    { active: false },
    { external: false },
    { humans: false },
    { exclude_internal: true },
    { without_project_bots: true },
    { two_factor: 'enabled' },
    { two_factor: 'disabled' },
    { admins: true },
    { auditors: true },
    { provider: 'ldapmain', extern_uid: 'uid=maya.lindqvist,ou=people,dc=example,dc=com' },
    { provider: 'saml', extern_uid: 'uid=maya.lindqvist,ou=people,dc=example,dc=com' },
    { without_projects: true },
    { skip_ldap: true },
    { saml_provider_id: 10 },
    { custom_attributes: { department: 'nowhere' } },
    { active: true, without_projects: true, two_factor: 'enabled' },
    { humans: true, skip_ldap: true, external: true },
  ])('matches the service’s own result for %j', async (filter) => {
    const service = await askService(serviceFilter(filter))
    expect(await listIds(filter)).toEqual(service.map(({ id }) => id))
  })

  it('counts each admin figure correctly', async () => {
    const isPerson = ({ username, bot, name }: AdminListUser) =>
      !bot && !/^(project|group)_\d+_bot/.test(username) && name !== 'Ghost User'
    const day = (user: AdminListUser) => user.last_activity_on ?? user.created_at!.slice(0, 10)
    const figures: Record<UserFigure, (user: AdminListUser) => boolean> = {
      pending: ({ state }) => state === 'blocked_pending_approval',
      blocked: ({ state }) => state === 'blocked' || state === 'ldap_blocked',
      banned: ({ state }) => state === 'banned',
      locked: ({ locked }) => locked === true,
      // 90 days before June 1.
      inactive: (user) => user.state === 'active' && isPerson(user) && day(user) <= '2026-03-03',
      noTwoFactor: (user) =>
        user.state === 'active' && isPerson(user) && user.two_factor_enabled === false,
      admins: ({ is_admin }) => is_admin === true,
      external: ({ external }) => external === true,
      bots: ({ bot, username }) => bot === true || /^(project|group)_\d+_bot/.test(username),
    }
    const names = Object.keys(figures) as UserFigure[]
    const counts = await app.value<number[]>(
      'directory.count',
      { filters: names.map((name) => userFigures[name]) },
      me.id,
    )
    const expected = names.map((name) => users.filter(figures[name]).length)
    expect(Object.fromEntries(names.map((name, index) => [name, counts[index]]))).toEqual(
      Object.fromEntries(names.map((name, index) => [name, expected[index]])),
    )
    expect(Math.min(...expected)).toBeGreaterThan(0)
  })

  it('filters by creation date like the service in UTC', async () => {
    vi.stubEnv('TZ', 'UTC')
    const day = users[400]!.created_at!.slice(0, 10)
    for (const filter of [{ created_after: day }, { created_before: day }]) {
      const ids = await listIds(filter)
      expect(ids).toEqual((await askService(filter)).map(({ id }) => id))
      expect(ids.length).toBeGreaterThan(0)
    }
  })

  it('filters by creation date in the local time zone', async () => {
    vi.stubEnv('TZ', 'Pacific/Auckland')
    const created = users[400]!.created_at!
    const [day] = new Date(created).toLocaleDateString('sv-SE').split(' ')
    const begins = new Date(`${day}T00:00`).toISOString()
    const ids = await listIds({ created_after: day })
    const later = users.filter(({ created_at }) => created_at! >= begins).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(later.toSorted())
  })

  it('rejects creation dates in the wrong order and reports the field', async () => {
    const filter = { created_after: '2026-02-02', created_before: '2026-02-01' }
    for (const [name, input] of [
      ['directory.search', { filter }],
      ['directory.count', { filters: [filter] }],
      ['directory.neighbours', { filter, id: 1 }],
      ['directory.export', { filter, columns: ['id'], format: 'csv' }],
    ] as const) {
      expect(await app.failure(name, input, me.id)).toMatchObject({
        kind: 'invalid',
        fields: { created_before: ['must be 2026-02-02 or later'] },
      })
    }
  })
})

describe('user search', () => {
  const names = async (text: string) =>
    (await search({ filter: { search: text } })).items.map(({ username }) => username)

  it.each([
    ['MAYA.LIND', 'maya.lindqvist'],
    ['lindqvist maya', 'maya.lindqvist'],
    ['@maya.lindqvist', 'maya.lindqvist'],
    ['maya.lindqvist@example.com', 'maya.lindqvist'],
    ['zielinski', 'piotr.zielinski'],
    ['ZIELIŃ', 'piotr.zielinski'],
    ['bergstrom', 'winter.sleep'],
    ['ليلى', 'layla.h'],
    ['王', 'xiaoyu'],
    ['王小雨', 'xiaoyu'],
    ['🌻', 'sunny'],
    ['👩‍👩‍👧‍👦 kim', 'family'],
    ["'); drop table", 'sql'],
    ['<img src=x', 'onerror'],
    ['=hyperlink("', 'formula'],
    ['zalgo', 'zalgo'],
    ['Featherstonehaugh-Cholmondeley', 'wordy'],
  ])('for %j finds %s', async (text, username) => {
    expect(await names(text)).toContain(username)
  })

  it.each([
    '%',
    '_%_',
    '*',
    '"',
    '""',
    '"maya" OR "sam"',
    'maya*',
    'name:maya',
    '^maya',
    'a AND b',
    'NEAR(a b)',
    '\\',
    '\ud800',
    "'",
    '-',
    '{a b}: c',
    'maya + lindqvist',
    '()',
  ])('treats %j as plain text', async (text) => {
    const { total } = await search({ filter: { search: text } })
    expect(total).toBeLessThan(users.length)
  })

  it('suggests similar users if nobody matches, but never counts them as matches', async () => {
    const filter = { search: 'maya lindqvits' }
    expect(await search({ filter })).toMatchObject({ total: 0, items: [] })
    const found = await search({ filter, similar: true })
    expect(found).toMatchObject({ similar: true, items: [{ username: 'maya.lindqvist' }] })
    const exact = await search({ filter: { search: 'maya lindqvist' }, similar: true })
    expect(exact).toMatchObject({ total: 1, items: [{ username: 'maya.lindqvist' }] })
    expect(exact).not.toHaveProperty('similar')
    expect(await search({ filter: { search: 'x'.repeat(10_000) }, similar: true })).toMatchObject({
      total: 0,
    })
    expect(await app.value('directory.count', { filters: [filter] }, me.id)).toEqual([0])
    const file = { filter, columns: ['id'], format: 'json' }
    expect(await app.value('directory.export', file, me.id)).toMatchObject({ text: '[]\n' })
    const selection = { kind: 'matching', filter, except: [] }
    expect(await app.value('bulk.preview', { selection, action: 'block' }, me.id)).toMatchObject({
      total: 0,
    })
  })

  it('accepts a single letter, ten thousand letters, thousands of words, and whitespace', async () => {
    expect((await search({ filter: { search: 'x' } })).total).toBeGreaterThan(1)
    expect((await search({ filter: { search: 'x'.repeat(10_000) } })).total).toBe(0)
    expect((await search({ filter: { search: '"'.repeat(10_000) } })).total).toBe(0)
    expect((await search({ filter: { search: 'ab cde '.repeat(1_400) } })).total).toBe(0)
    const different = Array.from({ length: 1_700 }, (_, index) => `w${index}`).join(' ')
    expect((await search({ filter: { search: different } })).total).toBe(0)
    expect((await search({ filter: { search: '  \n\u0000\t ' } })).total).toBe(users.length)
    expect(
      await app.failure('directory.search', { filter: { search: 'x'.repeat(10_001) } }, me.id),
    ).toMatchObject({ kind: 'invalid' })
  })
})

describe('neighbors', () => {
  it('are the adjacent users in the same list', async () => {
    const query = { filter: { humans: true }, order_by: 'name', sort: 'desc' }
    const ids = naiveList(users, { humans: true }, 'name', 'desc', currentTime())
    const total = ids.length
    const neighborsOf = (id: number) => app.value('directory.neighbours', { ...query, id }, me.id)
    expect(await neighborsOf(ids[0]!)).toEqual({ next: ids[1], position: 1, total })
    expect(await neighborsOf(ids[5]!)).toEqual({
      previous: ids[4],
      next: ids[6],
      position: 6,
      total,
    })
    expect(await neighborsOf(ids.at(-1)!)).toEqual({ previous: ids.at(-2), position: total, total })
    expect(await neighborsOf(999_999)).toEqual({ total })
  })
})

it('names each exported file after the instance and the account', async () => {
  const nameOf = async (operation: string, input: object) =>
    (await app.value<{ filename: string }>(operation, input, me.id)).filename
  const plan = { name: 'For leavers', steps: [{ action: 'block' }], onFailure: 'stop' }
  const [saved] = await app.value<{ id: string }[]>('plans.save', { plan }, me.id)
  const list = { columns: ['name'], format: 'json', order_by: 'id', sort: 'asc' }
  const of = `${new URL(sandbox.url).host.replace(':', '-')}-${me.user.username}-2026-06-01`
  expect([
    await nameOf('directory.export', list),
    await nameOf('directory.exportChanges', { isByOthers: false }),
    await nameOf('activities.csv', { from: '2026-05-01', rows: [] }),
    await nameOf('plans.export', { id: saved!.id }),
    await nameOf('onboarding.problems', { text: 'username,email\nzoe,x' }),
  ]).toEqual([
    `users-${of}.json`,
    `changes-${of}.csv`,
    `activities-since-2026-05-01-${of}.csv`,
    `For-leavers-${of}.plan.json`,
    `rows-with-problems-${of}.csv`,
  ])
})

describe('user export', () => {
  const exported = (input: object) =>
    app.value<{ filename: string; text: string }>('directory.export', input, me.id)

  it('exports the selected columns plus ID and username, and escapes formulas', async () => {
    const columns = ['username', 'name', 'is_admin', 'identities', 'note']
    const { filename, text } = await exported({
      columns,
      format: 'csv',
      order_by: 'id',
      sort: 'asc',
    })
    expect(filename).toMatch(/^users-.*\.csv$/)
    const [head, ...dataLines] = text.split('\r\n')
    expect(head).toBe('\uFEFFid,username,name,is_admin,identities,note')
    const lines = dataLines.map((line) => line.replace(/^\d+,/, ''))
    expect(lines).toContain('maya.lindqvist,Maya Lindqvist,false,ldapmain,')
    expect(lines).toContain(`formula,"'=HYPERLINK(""https://evil.example.com"")",false,,`)
    expect(lines.filter((line) => line.startsWith('sql,'))).toEqual([
      "sql,Robert'); DROP TABLE users;'--,false,,".replace(/^sql,(.*?),false/, 'sql,"$1",false'),
    ])
    // One of the names contains a line break.
    expect(lines).toHaveLength(users.length + 1)
  })

  it('keeps the types of values in JSON', async () => {
    const columns = ['id', 'username', 'two_factor_enabled', 'identities', 'note']
    const input = {
      filter: { has_identity: true },
      columns,
      format: 'json',
      order_by: 'id',
      sort: 'asc',
    }
    const rows = JSON.parse((await exported(input)).text) as Record<string, unknown>[]
    const ids = naiveList(users, { has_identity: true }, 'id', 'asc', currentTime())
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(rows[0]).toEqual({
      id: 2,
      username: 'maya.lindqvist',
      two_factor_enabled: true,
      identities: ['ldapmain'],
      note: null,
    })
    const nobody = { ...input, filter: { username: 'nobody-at-all' } }
    expect(JSON.parse((await exported(nobody)).text)).toEqual([])
  })
})

describe('saved views', () => {
  const view = {
    name: ' Left long ago ',
    filter: { inactive_days: 90 },
    order_by: 'name',
    sort: 'asc',
    columns: ['name', 'note'],
  }
  const save = (input: object) => app.value<DirectoryView[]>('directory.saveView', input, me.id)

  it('can be saved by name, replaced in place, and deleted', async () => {
    const [first] = await save(view)
    expect(first).toEqual({ ...view, name: 'Left long ago', id: expect.any(String) })
    await save({ ...view, name: 'Second' })
    const changed = await save({ ...view, id: first!.id, name: 'Gone', sort: 'desc' })
    expect(changed.map(({ name, sort }) => [name, sort])).toEqual([
      ['Gone', 'desc'],
      ['Second', 'asc'],
    ])
    expect(
      await app.failure('directory.saveView', { ...view, name: 'second' }, me.id),
    ).toMatchObject({
      kind: 'invalid',
      fields: { name: ['is already taken'] },
    })
    const remaining = await app.value<DirectoryView[]>(
      'directory.removeView',
      { id: first!.id },
      me.id,
    )
    expect(remaining.map(({ name }) => name)).toEqual(['Second'])
    expect(await app.value('directory.views', {}, me.id)).toEqual(remaining)
  })
})

describe('directory and the queue', () => {
  it('selects the same users for a bulk action, including server filters', async () => {
    const filter = { without_projects: true, humans: true }
    const ids = (await askService(filter)).map(({ id }) => id)
    const selection = { kind: 'matching', filter, except: ids.slice(0, 3) }
    const preview = await app.value<BulkPreview>(
      'bulk.preview',
      { selection, action: 'block' },
      me.id,
    )
    expect(preview.total).toBe(ids.length - 3)
    expect(preview.asOf).toBe((await search({})).state.asOf)
    const order = { order_by: 'name', sort: 'desc' } as const
    const expectedIds = await listIds({ ids: ids.slice(0, 9) }, order.order_by, order.sort)
    for (const queuedPreview of [
      { kind: 'users', ids: ids.slice(0, 9), order },
      { kind: 'matching', filter: { ids: ids.slice(0, 9) }, except: [], order },
    ]) {
      const sample = await app.value<BulkPreview>(
        'bulk.preview',
        { selection: queuedPreview, action: 'delete' },
        me.id,
      )
      const places = sample.sample.map(({ id }) => expectedIds.indexOf(id))
      expect(places.length).toBeGreaterThan(3)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
    const chosenUsers = { kind: 'users', ids: [...ids.slice(0, 5), 999_999] }
    expect(
      await app.value('bulk.preview', { selection: chosenUsers, action: 'block' }, me.id),
    ).toMatchObject({
      total: 6,
      skipped: expect.arrayContaining([
        expect.objectContaining({ sample: [{ id: 999_999, username: expect.any(String) }] }),
      ]),
    })
  })

  it('shows a queued action in the user’s row', async () => {
    const { id, username, name, state } = users.findLast((user) => user.state === 'active')!
    const seen = { username, name, state }
    const order = { action: 'block', id, seen }
    const { id: queued } = await app.value<QueuedAction>('queue.enqueue', order, me.id)
    const row = async () => (await search({ filter: { username } })).items[0]
    expect(await row()).toMatchObject({ id, state: 'active', pending: 'block' })
    await app.value('queue.cancel', { ids: [queued] }, me.id)
    expect(await row()).not.toHaveProperty('pending')
  })
})

it('rejects accounts that aren’t administrators', async () => {
  const maya = await app.signIn(sandbox.url, sandbox.tokens.user)
  expect(await app.failure('directory.search', {}, maya.id)).toMatchObject({
    reason: 'administrators-only',
  })
  await app.value('accounts.signOut', { id: maya.id })
})
