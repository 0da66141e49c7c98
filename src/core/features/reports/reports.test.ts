import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import {
  type CounterChange,
  type CounterId,
  type DayValue,
  counterIds,
} from '../../../shared/rules/reports.ts'
import { broadScopes } from '../../../shared/rules/token-scopes.ts'
import { dayBefore, localDay } from '../../../shared/rules/local-day.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { openDatabase } from '../../platform/sqlite/database.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { waitForCredentials } from '../credentials/testing/load.ts'
import { readAgain, readAll } from '../directory/testing/sync.ts'
import { ReportStore, reportOptions } from './report-store.ts'

type Figures = Partial<Record<CounterId, number>>
interface Series {
  counter: CounterId
  values: DayValue[]
}

const fetch = createNodeFetch()
const dayMs = 86_400_000

let folder: string
let sandbox: Sandbox
let app: TestLatchkey
let me: Account
let now: number
/** May change or replace a response. */
let intercept: (url: URL, send: () => Promise<Response>) => Promise<Response> | undefined
const keychain = createMemorySecretStore()

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  folder = mkdtempSync(join(tmpdir(), 'latchkey-reports-'))
  intercept = () => undefined
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
})

const startApp = () =>
  createTestLatchkey({
    dataFolder: folder,
    keychain,
    now: () => now,
    fetch: (async (request, ...rest) => {
      const url = new URL(request instanceof Request ? request.url : String(request))
      const send = () => fetch(request, ...rest)
      return intercept(url, send) ?? send()
    }) as typeof fetch,
  })

async function start(first: string, users = 30) {
  now = Date.parse(first)
  sandbox = await startSeededSandbox({
    users,
    flavor: 'gitlab',
    data: join(folder, 'sandbox'),
    now: () => new Date(now),
  })
  app = startApp()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
}

const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, me.id)
const seriesOf = (counters: readonly CounterId[], from: string, to: string) =>
  call<Series[]>('reports.series', { counters, from, to })

/** The known figures of each day. */
async function figuresByDay(from: string, to: string): Promise<Map<string, Figures>> {
  const days = new Map<string, Figures>()
  for (const { counter, values } of await seriesOf(counterIds, from, to)) {
    for (const { day, value } of values) days.set(day, { ...days.get(day), [counter]: value })
  }
  return days
}

/** Runs a sync of the directory, and waits until its figures are recorded if they should be. */
async function loadUsers(isComplete = true): Promise<void> {
  const recorded = isComplete ? nextRecording() : undefined
  await readAll(app, me.id)
  await recorded
}

async function loadCredentials(): Promise<void> {
  const recorded = nextRecording()
  const ended = waitForCredentials(app)
  await call(['credentials', 'sync'].join('.'))
  await Promise.all([ended, recorded])
}

function nextRecording(): Promise<void> {
  return new Promise((resolve) => {
    const end = app.on('reports', () => {
      end()
      resolve()
    })
  })
}

function inSandbox<T>(act: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, 'sandbox', 'sandbox.db'))
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    return act(database)
  } finally {
    database.close()
  }
}

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const human = `kind = 'human' AND state = 'active'`
const working = `t.revoked = 0 AND (t.expires_at IS NULL OR t.expires_at > :today)`
const idle = (days: number) =>
  `${human} AND coalesce(last_activity_on, substr(created_at, 1, 10)) <= date(:today, '-${days} days')`

/** Each counter as plain SQL on the sandbox's tables. */
const userSql: Figure = {
  users: '1',
  active: `state = 'active'`,
  blocked: `state = 'blocked'`,
  ldapBlocked: `state = 'ldap_blocked'`,
  deactivated: `state = 'deactivated'`,
  banned: `state = 'banned'`,
  pending: `state = 'blocked_pending_approval'`,
  pendingLong: `state = 'blocked_pending_approval' AND created_at <= :weekAgo`,
  humans: `kind = 'human'`,
  bots: `kind <> 'human'`,
  external: 'external = 1',
  admins: 'admin = 1',
  adminsNoTwoFactor: `admin = 1 AND state = 'active' AND two_factor_enabled = 0`,
  noTwoFactor: `${human} AND two_factor_enabled = 0`,
  locked: 'locked = 1',
  inactive30: idle(30),
  inactive90: idle(90),
  inactive180: idle(180),
  neverSignedIn: `${human} AND last_sign_in_at IS NULL`,
}
const tokenSql: Figure = {
  tokensActive: '1',
  tokensNeverExpire: 't.expires_at IS NULL',
  tokensExpire14: `t.expires_at <= date(:today, '+14 days')`,
  tokensExpire30: `t.expires_at <= date(:today, '+30 days')`,
  tokensUnused: `substr(coalesce(t.last_used_at, t.created_at), 1, 10) <= date(:today, '-90 days')`,
  tokensNeverUsed: 't.last_used_at IS NULL',
  tokensBroadScopes: `t.permissions IS NULL AND EXISTS (
    SELECT 1 FROM json_each(t.scopes) WHERE value IN (${broadScopes.map((scope) => `'${scope}'`).join()}))`,
  tokensOwnerBlocked: `u.state IN ('blocked', 'ldap_blocked', 'banned')`,
}
type Figure = Partial<Record<CounterId, string>>

function countUsers(): Figures {
  const weekAgo = new Date(`${dayBefore(localDay(now), 7)}T00:00:00`).toISOString()
  return inSandbox((database) => {
    const count = (where: string) => {
      const values = {
        ...(where.includes(':today') && { today: utcDay(now) }),
        ...(where.includes(':weekAgo') && { weekAgo }),
      }
      return Number(
        database.prepare(`SELECT count(*) AS n FROM users WHERE ${where}`).get(values)!['n'],
      )
    }
    const oldest = database
      .prepare(`SELECT min(created_at) AS at FROM users WHERE state = 'blocked_pending_approval'`)
      .get()!['at']
    return {
      ...Object.fromEntries(Object.entries(userSql).map(([id, where]) => [id, count(where)])),
      oldestPending: oldest === null ? 0 : Math.floor((now - Date.parse(String(oldest))) / dayMs),
    } as Figures
  })
}

function countTokens(): Figures {
  return inSandbox((database) => {
    const count = (where: string) =>
      Number(
        database
          .prepare(
            `SELECT count(*) AS n FROM tokens t JOIN users u ON u.id = t.user_id
             WHERE ${working} AND ${where}`,
          )
          .get({ today: utcDay(now) })!['n'],
      )
    return Object.fromEntries(
      Object.entries(tokenSql).map(([id, where]) => [id, count(where)]),
    ) as Figures
  })
}

/** A seeded generator (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const states = [
  ...['active', 'active', 'active', 'blocked', 'ldap_blocked', 'deactivated', 'banned'],
  'blocked_pending_approval',
]

/** Changes some users and tokens other than the administrator's. */
function changeAtRandom(random: (below: number) => number): void {
  inSandbox((database) => {
    const ids = (sql: string) =>
      database
        .prepare(sql)
        .all(me.user.id)
        .map(({ id }) => Number(id))
    const users = ids(`SELECT id FROM users WHERE id <> ? AND kind = 'human'`)
    for (let nth = 0; nth < 6; nth += 1) {
      const day = utcDay(now - random(220) * dayMs)
      const state = states[random(states.length)]!
      // An approval counts as an activity, which the instance's tables don't have.
      const isNew = state !== 'active' && random(4) === 0
      database
        .prepare(
          `UPDATE users SET state = ?, admin = ?, external = ?, two_factor_enabled = ?, locked = ?,
             last_activity_on = ?, last_sign_in_at = ?, updated_at = ? WHERE id = ?`,
        )
        .run(
          state,
          random(4) === 0 ? 1 : 0,
          random(4) === 0 ? 1 : 0,
          random(2),
          random(5) === 0 ? 1 : 0,
          isNew ? null : day,
          random(4) === 0 ? null : `${day}T08:00:00.000Z`,
          new Date(now).toISOString(),
          users[random(users.length)]!,
        )
    }
    const tokens = ids('SELECT id FROM tokens WHERE user_id <> ?')
    for (let nth = 0; nth < 3; nth += 1) {
      database
        .prepare('UPDATE tokens SET revoked = ?, expires_at = ?, last_used_at = ? WHERE id = ?')
        .run(
          random(4) === 0 ? 1 : 0,
          random(3) === 0 ? null : utcDay(now + (random(60) - 10) * dayMs),
          random(3) === 0 ? null : new Date(now - random(200) * dayMs).toISOString(),
          tokens[random(tokens.length)]!,
        )
    }
  })
}

const isUserList = (url: URL) => url.pathname === '/api/v4/users'
const breakUsers: typeof intercept = (url) =>
  isUserList(url) ? Promise.resolve(Response.json({ message: 'down' }, { status: 500 })) : undefined
const garbleUser: typeof intercept = (url, send) =>
  isUserList(url)
    ? send().then(async (response) => {
        const [, ...others] = (await response.json()) as object[]
        return Response.json([{ id: 'unreadable' }, ...others], { headers: response.headers })
      })
    : undefined

/** Blocks or unblocks a user, and waits for the outcome. */
async function moderate(action: 'block' | 'unblock', id: number): Promise<void> {
  const { username, name, state } = inSandbox((database) =>
    database.prepare('SELECT username, name, state FROM users WHERE id = ?').get(id),
  ) as Record<'username' | 'name' | 'state', string>
  const seen = { username, name, state }
  const queued = await call<QueuedAction>('queue.enqueue', { action, id, seen })
  await call('queue.sendAllNow')
  await vi.waitUntil(
    async () => (await call<QueuedAction>('queue.get', { id: queued.id })).state === 'done',
    { timeout: 5_000 },
  )
}

describe('reports', () => {
  it('keeps each day as the tables of the instance have it, and leaves other days out', async () => {
    // Clocks in Berlin change on 29 March.
    await start('2026-02-20T21:30:00Z', 12)
    const random = createRandom(20)
    const expected = new Map<string, Figures>()
    const first = localDay(now)
    const decided = new Map<string, { decisions: number; reversals: number }>()
    const user = inSandbox((database) =>
      Number(
        database
          .prepare(
            `SELECT id FROM users WHERE kind = 'human' AND state = 'active' AND id <> ? ORDER BY id DESC`,
          )
          .get(me.user.id)!['id'],
      ),
    )
    for (let nth = 0; nth < 60; nth += 1) {
      const day = localDay(now)
      changeAtRandom(random)
      if (nth % 7 === 3) intercept = breakUsers
      if (nth % 7 === 5) intercept = garbleUser
      const isComplete = nth % 7 !== 3 && nth % 7 !== 5
      if (nth % 6 !== 4) {
        await loadUsers(isComplete)
        if (isComplete) expected.set(day, countUsers())
      }
      intercept = () => undefined
      if (expected.has(day) && nth % 4 !== 1) {
        await loadCredentials()
        expected.set(day, { ...expected.get(day), ...countTokens() })
      }
      if (nth % 10 === 2) {
        inSandbox((database) =>
          database.prepare(`UPDATE users SET state = 'active', admin = 0 WHERE id = ?`).run(user),
        )
        await moderate('block', user)
        await moderate('unblock', user)
        // The next block undoes the last unblock.
        decided.set(day, { decisions: 2, reversals: decided.size === 0 ? 1 : 2 })
      }
      // 23:30 on one day, and later that night.
      now += dayMs + (random(120) - 60) * 60_000
      while (localDay(now) === day) now += 3_600_000
    }
    now -= dayMs
    const days = await figuresByDay(first, localDay(now))
    for (const [day, figures] of expected)
      expect([day, days.get(day)]).toMatchObject([day, figures])
    const known = [...days].filter(([, figures]) => figures.users !== undefined)
    expect(known.map(([day]) => day)).toEqual([...expected.keys()])
    expect(expected.size).toBeGreaterThan(30)
    expect(expected.has('2026-03-29')).toBe(true)
    for (const [day, figures] of days) {
      expect([day, figures.sshKeys]).toEqual([day, undefined])
      const isLoaded = expected.get(day)?.tokensActive !== undefined
      expect([day, figures.tokensActive !== undefined]).toEqual([day, isLoaded])
      const { decisions = 0, reversals = 0 } = decided.get(day) ?? {}
      expect([day, figures.decisions, figures.reversals]).toEqual([day, decisions, reversals])
    }
    expect(decided.size).toBe(6)
    const listed = await call<{ days: { day: string }[] }>('reports.days')
    expect(listed.days.map(({ day }) => day)).toEqual([...expected.keys()])
  }, 120_000)

  it('replaces the figures of a day with those of its last complete reading', async () => {
    await start('2026-06-01T06:00:00Z')
    await loadUsers()
    inSandbox((database) => database.exec(`UPDATE users SET locked = 1 WHERE kind = 'human'`))
    now += 3_600_000
    await loadUsers()
    const { locked } = countUsers()
    now += 3_600_000
    intercept = garbleUser
    await loadUsers(false)
    const [series] = await seriesOf(['locked'], '2026-06-01', '2026-06-02')
    expect(series!.values).toEqual([{ day: '2026-06-01', value: locked }])
  })

  it('counts users again whom Latchkey has changed since', async () => {
    await start('2026-06-01T06:00:00Z')
    await loadUsers()
    const user = inSandbox((database) =>
      database
        .prepare(`SELECT max(id) AS id FROM users WHERE kind = 'human' AND state = 'active'`)
        .get(),
    )
    now += 3_600_000
    await moderate('block', Number(user!['id']))
    const days = await figuresByDay('2026-06-01', '2026-06-01')
    expect(days.get('2026-06-01')).toMatchObject(countUsers())
  })

  it('doesn’t count a day on which only changes were loaded, because deleted users are still in the list', async () => {
    await start('2026-06-01T20:00:00Z')
    await loadUsers()
    now += 10 * 3_600_000
    await readAgain(app, me.id)
    const days = await figuresByDay('2026-06-01', '2026-06-02')
    expect(days.get('2026-06-01')).toHaveProperty('users')
    expect(days.get('2026-06-02')).not.toHaveProperty('users')
  })

  it('keeps its figures and goes on after the clock was years ahead', async () => {
    await start('2026-06-01T06:00:00Z')
    await loadUsers()
    const [right, expected] = [now, countUsers()]
    now += 6 * 365 * dayMs
    await seriesOf(['users'], '2032-05-01', '2032-06-01')
    now = right + dayMs
    const days = await figuresByDay('2026-06-01', '2026-06-02')
    expect(days.get('2026-06-01')).toMatchObject(expected)
    expect(days.get('2026-06-02')).toMatchObject({ decisions: 0 })
  })

  it('leaves out what the instance does not send', async () => {
    await start('2026-06-01T06:00:00Z')
    intercept = (url, send) =>
      isUserList(url)
        ? send().then(async (response) => {
            const users = (await response.json()) as Record<string, unknown>[]
            for (const user of users) delete user['two_factor_enabled']
            return Response.json(users, { headers: response.headers })
          })
        : undefined
    await loadUsers()
    const figures = (await figuresByDay('2026-06-01', '2026-06-01')).get('2026-06-01')!
    expect(figures).toMatchObject({ users: countUsers().users, admins: countUsers().admins })
    expect(figures).not.toHaveProperty('noTwoFactor')
    expect(figures).not.toHaveProperty('adminsNoTwoFactor')
  })

  it('counts SSH keys once a review has read those of every user', async () => {
    await start('2026-06-01T06:00:00Z', 0)
    await loadUsers()
    await call('review.start', { selection: { kind: 'matching', filter: {}, except: [] } })
    await vi.waitUntil(
      async () => (await call<{ phase: string }>('review.state')).phase === 'done',
      { timeout: 60_000 },
    )
    await loadCredentials()
    const [series] = await seriesOf(['sshKeys'], '2026-06-01', '2026-06-01')
    const keys = inSandbox((database) =>
      database.prepare('SELECT count(*) AS n FROM ssh_keys').get(),
    )
    expect(series!.values).toEqual([{ day: '2026-06-01', value: keys!['n'] }])
  }, 90_000)

  it('keeps figures over a restart, and removes those of a signed-out account', async () => {
    await start('2026-06-01T06:00:00Z')
    await loadUsers()
    await app.close()
    app = startApp()
    expect((await figuresByDay('2026-06-01', '2026-06-01')).get('2026-06-01')).toMatchObject(
      countUsers(),
    )
    await app.value('accounts.signOut', { id: me.id })
    const files = readdirSync(folder, { recursive: true }).map(String)
    expect(files.filter((name) => name.includes('reports.db'))).toEqual([])
  })

  it('sets a damaged file aside and begins again', async () => {
    await start('2026-06-01T06:00:00Z')
    await loadUsers()
    await app.close()
    const [path] = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('reports.db'))
    writeFileSync(join(folder, path!), 'damaged '.repeat(4_096))
    app = startApp()
    expect(await call('reports.days')).toEqual({ today: '2026-06-01', days: [] })
    const files = readdirSync(folder, { recursive: true }).map(String)
    expect(files.some((name) => name.includes('reports.db.damaged-'))).toBe(true)
  })

  it('exports a month with its sums, and a hash that covers them', async () => {
    await start('2026-05-30T10:00:00Z')
    const counted = new Map<string, Figures>()
    const random = createRandom(7)
    for (let nth = 0; nth < 5; nth += 1) {
      changeAtRandom(random)
      await loadUsers()
      counted.set(localDay(now), countUsers())
      now += dayMs
    }
    now -= dayMs
    const [json] = await call<{ filename: string; text: string }[]>('reports.exportMonth', {
      month: '2026-06',
      format: 'json',
    })
    const { sha256, data } = JSON.parse(json!.text) as {
      sha256: string
      data: { counters: { id: CounterId; month: object; month_before: object; days: object }[] }
    }
    expect(sha256).toBe(createHash('sha256').update(JSON.stringify(data)).digest('hex'))
    const june = [...counted].filter(([day]) => day.startsWith('2026-06'))
    expect(june).toHaveLength(3)
    for (const id of Object.keys(userSql) as CounterId[]) {
      const values = june.map(([, figures]) => figures[id]!)
      const exported = data.counters.find((counter) => counter.id === id)!
      expect(exported).toMatchObject({
        days: Object.fromEntries(june.map(([day, figures]) => [day, figures[id]])),
        month: {
          first: { day: '2026-06-01', value: values[0] },
          last: { day: '2026-06-03', value: values.at(-1) },
          min: Math.min(...values),
          max: Math.max(...values),
          days_known: 3,
        },
        month_before: { last: { day: '2026-05-31', value: counted.get('2026-05-31')![id] } },
      })
    }
    const [csv, head] = await call<{ filename: string; text: string }[]>('reports.exportMonth', {
      month: '2026-06',
      format: 'csv',
    })
    const description = JSON.parse(head!.text) as Record<string, string>
    expect(description['sha256']).toBe(createHash('sha256').update(csv!.text).digest('hex'))
    expect(description['verify']).toContain(csv!.filename)
    expect(description['file']).toBe(csv!.filename)
    const [columns, ...rows] = csv!.text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(rows).toHaveLength(counterIds.length)
    expect(columns).toContain('2026-06-30,definition')
    expect(rows[0]).toContain(`users,Users,users,${counted.get('2026-06-01')!.users},`)
  })

  it('lists the changes since last week', async () => {
    await start('2026-06-01T10:00:00Z')
    await loadUsers()
    const before = countUsers()
    expect(await call('reports.changes')).toEqual([])
    now += 7 * dayMs
    inSandbox((database) =>
      database.exec(`UPDATE users SET admin = 1 WHERE id IN (
        SELECT id FROM users WHERE admin = 0 AND kind = 'human' AND state = 'active' LIMIT 2)`),
    )
    await loadUsers()
    const [change] = await call<CounterChange[]>('reports.changes')
    expect(change).toEqual({
      counter: 'admins',
      from: { day: '2026-06-01', value: before.admins },
      to: { day: '2026-06-08', value: before.admins! + 2 },
    })
  })
})

describe('report store', () => {
  it('keeps two years', () => {
    sandbox ??= { stop: () => Promise.resolve() } as Sandbox
    const database = openDatabase(':memory:', reportOptions)
    const store = new ReportStore(database)
    for (const day of ['2024-05-31', '2024-06-01', '2026-05-31', '2026-06-01'])
      store.record({ source: 'directory', day, at: 0, mark: day, figures: { users: 1 } })
    store.prune('2026-06-01')
    expect(store.days().map(({ day }) => day)).toEqual(['2024-06-01', '2026-05-31', '2026-06-01'])
    database.close()
  })
})
