import { afterEach, describe, expect, it } from 'vitest'
import { type Answerer, type TestServer, json, startServer } from '../testing/http-server.ts'
import { createTestClient, failureOf, things, token } from './testing/client.ts'

let server: TestServer
async function serve(answer: Answerer) {
  server = await startServer(answer)
  return { baseUrl: `${server.url}/git`, token }
}
afterEach(() => server.stop())

const pageOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
const thing = (id: number) => ({ id })

describe('list paging', () => {
  it('follows the query of the Link header on the account’s own base URL', async () => {
    const target = await serve(({ url }, response) => {
      const page = pageOf(url)
      // The instance thinks it has a different host name, as it does behind a tunnel.
      const next = `<https://git.internal:8443/git/api/v4/things?per_page=100&page=${page + 1}>; rel="next"`
      const first = '<https://git.internal:8443/git/api/v4/things?page=1>; rel="first"'
      const items = page === 2 ? [] : [thing(page)]
      json(response, 200, items, { link: page < 4 ? `${first}, ${next}` : first, 'x-total': '3' })
    })
    const { client } = createTestClient()
    expect(await client.all(target, things.list, {})).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }])
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/git/api/v4/things?per_page=100',
      '/git/api/v4/things?per_page=100&page=2',
      '/git/api/v4/things?per_page=100&page=3',
      '/git/api/v4/things?per_page=100&page=4',
    ])
    expect(await client.page(target, things.list, {})).toEqual({
      items: [{ id: 1 }],
      next: 'per_page=100&page=2',
      total: 3,
    })
  })

  it('also follows keyset cursors', async () => {
    const target = await serve(({ url }, response) => {
      const cursor = new URL(url, 'http://x').searchParams.get('cursor')
      const link = `<${server.url}/git/api/v4/things?cursor=abc%3D%3D&pagination=keyset>; rel="next"`
      json(response, 200, [thing(cursor ? 2 : 1)], cursor ? {} : { link })
    })
    const { client } = createTestClient()
    expect(await client.all(target, things.list, {})).toHaveLength(2)
    expect(server.requests[1]!.url).toContain('cursor=abc%3D%3D')
  })

  it('falls back to X-Next-Page, which is empty on the last page', async () => {
    const target = await serve(({ url }, response) => {
      json(response, 200, [thing(pageOf(url))], { 'x-next-page': pageOf(url) === 1 ? '2' : '' })
    })
    const { client } = createTestClient()
    expect(await client.all(target, things.list, {})).toHaveLength(2)
  })

  describe('without paging headers', () => {
    const hundred = (page: number) => Array.from({ length: 100 }, (_, at) => thing(page * 100 + at))

    it('reads by page number while pages are full', async () => {
      const target = await serve(({ url }, response) => {
        const page = pageOf(url)
        json(response, 200, page < 3 ? hundred(page) : [thing(1)])
      })
      const { client } = createTestClient()
      expect(await client.all(target, things.list, {})).toHaveLength(201)
      expect(server.requests.map(({ url }) => pageOf(url))).toEqual([1, 2, 3])
      const first = await client.page(target, things.list, {})
      expect((await client.page(target, things.list, {}, first.next)).items).toEqual(hundred(2))
    })

    it('stops if every page has the same entries', async () => {
      const target = await serve((_, response) => json(response, 200, hundred(1)))
      const { client } = createTestClient()
      expect(await client.all(target, things.list, {})).toEqual(hundred(1))
    })

    it('stops at a full last page if the first page linked to the next', async () => {
      const target = await serve(({ url }, response) => {
        const page = pageOf(url)
        const link = `<${server.url}/git/api/v4/things?page=2>; rel="next"`
        json(response, 200, hundred(page), page === 1 ? { link } : {})
      })
      const { client } = createTestClient()
      expect(await client.all(target, things.list, {})).toHaveLength(200)
      expect(server.requests).toHaveLength(2)
    })
  })

  it('fails if the instance links to the same next page twice', async () => {
    const target = await serve((_, response) => {
      json(response, 200, [thing(1)], {
        link: `<${server.url}/git/api/v4/things?page=2>; rel="next"`,
      })
    })
    const { client } = createTestClient()
    expect(await failureOf(client.all(target, things.list, {}))).toMatchObject({
      kind: 'service-error',
    })
    expect(server.requests).toHaveLength(2)
    expect(await failureOf(client.page(target, things.list, {}, 'page=2'))).toMatchObject({
      kind: 'service-error',
    })
  })

  it('requests the next page before parsing the current one', async () => {
    const target = await serve(({ url }, response) => {
      const page = pageOf(url)
      json(response, 200, [thing(page)], { 'x-next-page': page < 3 ? String(page + 1) : '' })
    })
    const { client } = createTestClient()
    const pages = client.pages(target, things.list, {})
    expect((await pages.next()).value).toEqual([{ id: 1 }])
    await expect.poll(() => server.requests).toHaveLength(2)
    expect((await pages.next()).value).toEqual([{ id: 2 }])
    expect((await pages.next()).value).toEqual([{ id: 3 }])
    expect((await pages.next()).done).toBe(true)
    expect(server.requests).toHaveLength(3)
  })

  it("doesn't follow a link to another list", async () => {
    const target = await serve((_, response) => {
      json(response, 200, [], {
        link: '<https://evil.example/api/v4/user/keys?page=2>; rel="next"',
      })
    })
    const { client } = createTestClient()
    expect(await failureOf(client.all(target, things.list, {}))).toMatchObject({
      kind: 'refused-redirect',
    })
    expect(server.requests).toHaveLength(1)
  })

  it('ignores cursor parameters that select a user', async () => {
    const target = await serve((_, response) => json(response, 200, []))
    const { client } = createTestClient()
    await client.page(target, things.list, {}, 'page=2&sudo=1&Private_Token=x')
    expect(server.requests[0]!.url).toBe('/git/api/v4/things?per_page=100&page=2')
  })
})
