import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database/database.ts'
import type { Call } from './handler.ts'
import { offsetPage } from './paging.ts'

const db = openDatabase(':memory:')
afterAll(() => db.close())

/** Requests a page of `total` numbers through a base URL other than the sandbox's. */
async function pageOf(total: number, query = '') {
  const url = new URL(`http://localhost:9/api/v4/numbers${query}`)
  const values = Object.fromEntries(
    [...url.searchParams].map(([name, text]) => [name, Number(text)]),
  )
  const context = { url: 'http://service.test', db }
  const call = { url, values, context } as Call<{ page?: number }>
  const response = offsetPage<{ n: number }>(call, {
    from: `FROM (WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
      SELECT n FROM numbers WHERE n < ?1)`,
    values: [total],
    orderBy: 'n',
    view: ({ n }) => n,
  })
  const links = [...response.headers.get('link')!.matchAll(/<([^>]+)>; rel="(\w+)"/g)]
  return {
    body: (await response.json()) as number[],
    headers: Object.fromEntries(response.headers),
    links: Object.fromEntries(links.map(([, address, rel]) => [rel, address])),
  }
}

const at = (page: number, perPage = 20) =>
  `http://service.test/api/v4/numbers?page=${page}&per_page=${perPage}`

describe('offset paging', () => {
  it('returns the first 20 rows by default', async () => {
    const { body, headers, links } = await pageOf(50)
    expect(body).toHaveLength(20)
    expect(headers).toMatchObject({
      'x-page': '1',
      'x-per-page': '20',
      'x-next-page': '2',
      'x-prev-page': '',
      'x-total': '50',
      'x-total-pages': '3',
    })
    expect(links).toEqual({ next: at(2), first: at(1), last: at(3) })
  })

  it('leaves X-Next-Page empty and omits the next link on the last page', async () => {
    const { body, headers, links } = await pageOf(50, '?page=3')
    expect(body).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49])
    expect(headers).toMatchObject({ 'x-next-page': '', 'x-prev-page': '2' })
    expect(links).toEqual({ prev: at(2), first: at(1), last: at(3) })
  })

  it('treats a page that is exactly full as the last one', async () => {
    expect((await pageOf(40, '?page=2')).headers['x-next-page']).toBe('')
  })

  it('returns one empty page for an empty list', async () => {
    const { body, headers, links } = await pageOf(0)
    expect(body).toEqual([])
    expect(headers).toMatchObject({ 'x-next-page': '', 'x-total': '0', 'x-total-pages': '1' })
    expect(links).toEqual({ first: at(1), last: at(1) })
  })

  it('returns totals up to 10,000 rows', async () => {
    const counted = await pageOf(10_000, '?per_page=100&page=99')
    expect(counted.headers).toMatchObject({ 'x-total': '10000', 'x-total-pages': '100' })
    expect(counted.links).toHaveProperty('last')
    const uncounted = await pageOf(10_001, '?page=101&per_page=100')
    expect(uncounted.body).toEqual([10_000])
    expect(Object.keys(uncounted.headers).filter((name) => name.startsWith('x-'))).toEqual([
      'x-next-page',
      'x-page',
      'x-per-page',
      'x-prev-page',
    ])
    expect(uncounted.links).toEqual({ prev: at(100, 100), first: at(1, 100) })
    expect((await pageOf(10_001, '?per_page=100&page=100')).links).toHaveProperty('next')
  })

  it.each([
    ['page=0', 1, 20],
    ['page=-1&per_page=-1', 1, 20],
    ['per_page=0', 1, 20],
    ['per_page=1000', 1, 100],
    ['page=9007199254740991', 9_007_199_254_740_991, 20],
  ])('normalizes %s', async (query, page, perPage) => {
    const { headers } = await pageOf(500, `?${query}`)
    expect(headers).toMatchObject({ 'x-page': String(page), 'x-per-page': String(perPage) })
  })

  it('keeps other query parameters in its links', async () => {
    const { links } = await pageOf(50, '?sort=1')
    expect(links['next']).toBe('http://service.test/api/v4/numbers?sort=1&page=2&per_page=20')
  })
})
