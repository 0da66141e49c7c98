import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { Database } from '../database/database.ts'
import { prepareSchema } from '../database/schema.ts'
import { filterConditions } from '../database/users-filter.ts'
import { listedUsers, usersAfter } from '../database/users-query.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface ListedUser {
  id: number
  username: string
}

let sandbox: TestSandbox
const ask = (query: string, who: 'admin' | 'user' = 'admin') =>
  sandbox.ask('GET', `/users?${query}`, { token: sandbox.tokens[who] })
const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** Follows `Link` to the last page; `between` runs after each page. */
async function walk(query: string, between: (page: ListedUser[]) => unknown = () => undefined) {
  const seen: ListedUser[] = []
  let next: string | undefined = `?${query}`
  while (next) {
    const { status, body, headers } = await ask(next.slice(next.indexOf('?') + 1))
    expect(status).toBe(200)
    seen.push(...(body as ListedUser[]))
    next = nextOf(headers)
    await between(body as ListedUser[])
  }
  return seen
}

describe('keyset paging', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ users: 130 })))
  afterAll(() => sandbox.stop())

  it.each(
    ['id', 'name', 'username', 'created_at', 'updated_at'].flatMap((by) => [
      `order_by=${by}&sort=asc`,
      `order_by=${by}&sort=desc`,
    ]),
  )('returns the same users as offset paging for %s', async (order) => {
    const byOffset = [1, 2].map(
      async (page) => (await ask(`${order}&per_page=100&page=${page}`)).body,
    )
    const all = (await Promise.all(byOffset)).flat() as ListedUser[]
    expect(all).toHaveLength(130)
    const seen = await walk(`${order}&pagination=keyset&per_page=27`)
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  it('links only to the next page', async () => {
    const { headers } = await ask('pagination=keyset&per_page=100&order_by=id&sort=asc&active=true')
    expect([...headers.keys()].filter((name) => name.startsWith('x-'))).toEqual([
      'x-content-type-options',
    ])
    const next = new URL(nextOf(headers)!)
    expect(next.origin + next.pathname).toBe(`${sandbox.url}/api/v4/users`)
    expect(next.searchParams.get('active')).toBe('true')
    const last = await ask('pagination=keyset&username=ines')
    expect(last.headers.has('link')).toBe(false)
    const none = await ask('pagination=keyset&username=nobody')
    expect(none).toMatchObject({ status: 200, body: [] })
    expect(none.headers.has('link')).toBe(false)
  })

  it('ends after a page that is exactly full', async () => {
    const pages: number[] = []
    await walk('pagination=keyset&per_page=65', (page) => pages.push(page.length))
    expect(pages).toEqual([65, 65])
  })

  it('allows all callers', async () => {
    const { body, headers } = await ask('pagination=keyset&per_page=5', 'user')
    expect(body).toHaveLength(5)
    expect(nextOf(headers)).toBeDefined()
  })

  it('rejects cursors that are invalid or from a different sort order', async () => {
    const { headers } = await ask('pagination=keyset&per_page=5&order_by=name&sort=asc')
    const cursor = new URL(nextOf(headers)!).searchParams.get('cursor')!
    const forged = Buffer.from('["id","desc",{"a":1},2]').toString('base64url')
    const queries = [
      `order_by=name&sort=desc&cursor=${cursor}`,
      `order_by=username&sort=asc&cursor=${cursor}`,
      `cursor=${cursor}`,
      `cursor=${forged}`,
      'cursor=nonsense',
      `cursor=${encodeURIComponent("' OR 1=1 --")}`,
    ]
    for (const query of queries) {
      expect(await ask(`pagination=keyset&${query}`)).toMatchObject({
        status: 400,
        body: { error: 'cursor is invalid' },
      })
    }
    expect((await ask('pagination=keyset&cursor=')).status).toBe(200)
  })
})

describe('keyset paging during changes', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ users: 100 })))
  afterAll(() => sandbox.stop())

  it('returns every remaining user exactly once', async () => {
    const order = 'pagination=keyset&per_page=10&order_by=username&sort=asc'
    const before = await walk(order)
    const removed = new Set<string>()
    let number = 0
    const seen = await walk(order, async (page) => {
      // Adds users before and after the current page, and deletes the last user shown and a later one.
      for (const username of [`0-new-${number}`, `y-new-${number}`]) {
        const body = {
          username,
          name: 'New',
          email: `${username}@example.org`,
          reset_password: true,
        }
        await sandbox.ask('POST', '/users', { token: sandbox.tokens.admin, body })
      }
      number++
      const position = before.findIndex(({ id }) => id === page.at(-1)?.id)
      for (const leaving of [page.at(-1), before[position + 3]]) {
        if (!leaving || leaving.id === 1) continue
        removed.add(leaving.username)
        await sandbox.ask('DELETE', `/users/${leaving.id}?hard_delete=true`, {
          token: sandbox.tokens.admin,
        })
      }
      sandbox.clock.now = new Date(sandbox.clock.now.getTime() + 60_000)
    })
    const names = seen.map(({ username }) => username)
    expect(new Set(names).size).toBe(names.length)
    for (const { username } of before) {
      if (!removed.has(username)) expect(names).toContain(username)
    }
    expect(removed.size).toBeGreaterThan(10)
  })
})

describe('offset paging', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ users: 130 })))
  afterAll(() => sandbox.stop())

  it('returns totals and caps pages at 100', async () => {
    const { body, headers } = await ask('per_page=1000')
    expect(body).toHaveLength(100)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-page': '1',
      'x-per-page': '100',
      'x-next-page': '2',
      'x-prev-page': '',
      'x-total': '130',
      'x-total-pages': '2',
    })
    expect((await ask('page=9')).body).toEqual([])
    expect((await ask('page=0&per_page=-1')).body).toHaveLength(20)
  })

  it('ends at an offset of 50,000', async () => {
    expect((await ask('page=500&per_page=100')).status).toBe(200)
    expect(await ask('page=501&per_page=100')).toMatchObject({
      status: 405,
      body: {
        error:
          'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. ' +
          'Remaining records can be retrieved using keyset pagination.',
      },
    })
    expect((await ask('page=501&per_page=100&pagination=keyset')).status).toBe(200)
  })
})

describe('every keyset order', () => {
  const db = openDatabase(':memory:')
  prepareSchema(db)
  afterAll(() => db.close())

  it.each(
    (['id', 'name', 'username', 'updated_at'] as const).flatMap((column) =>
      (['asc', 'desc'] as const).map((direction) => ({ column, direction })),
    ),
  )('seeks by index: $column $direction', ({ column, direction }) => {
    const position = { value: column === 'id' ? 5 : 'm', id: 5 }
    for (const isAdmin of [true, false]) {
      for (const after of [undefined, position]) {
        const plan = planOf(db, (explained) =>
          usersAfter(
            explained,
            listedUsers,
            filterConditions({ active: true }, isAdmin),
            { column, direction },
            after,
            100,
          ),
        )
        expect(plan).not.toContain('TEMP B-TREE')
        if (after) expect(plan).toMatch(/SEARCH users USING (INTEGER PRIMARY KEY|INDEX)/)
      }
    }
  })
})

/** SQLite's query plan. */
function planOf(db: Database, query: (db: Database) => unknown): string {
  const steps: string[] = []
  query({
    ...db,
    all: <Row>(
      sql: string,
      ...values: Parameters<Database['all']> extends [string, ...infer V] ? V : never
    ) => {
      const rows = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      steps.push(...rows.map(({ detail }) => detail))
      return [] as Row[]
    },
  })
  return steps.join('; ')
}
