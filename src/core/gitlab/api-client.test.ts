import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answerer, type TestServer, json, startServer } from '../testing/http-server.ts'
import { createTestClient, failureOf, things, token } from './testing/client.ts'

const servers: TestServer[] = []
async function serve(answer: Answerer) {
  const server = await startServer(answer)
  servers.push(server)
  return { server, target: { baseUrl: server.url, token } }
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

describe('API request', () => {
  it('carries the token and encodes every part of the path', async () => {
    const { server, target } = await serve((_, response) => json(response, 200, { id: 1 }))
    const { client } = createTestClient()
    await client.call(target, things.status, { id_or_username: '../a b/ö.' })
    expect(server.requests[0]!.url).toBe('/api/v4/things/..%2Fa%20b%2F%C3%B6./status')
    expect(server.requests[0]!.headers['private-token']).toBe(token)
  })

  it('never escapes its path', async () => {
    const { server, target } = await serve((_, response) => json(response, 200, { id: 1 }))
    const { client } = createTestClient()
    for (const part of ['.', '..', '']) {
      const failure = await failureOf(client.call(target, things.status, { id_or_username: part }))
      expect(failure.kind).toBe('invalid')
    }
    expect(server.requests).toHaveLength(0)
  })

  it('sends arrays as name[], hashes as name[key], and plus signs as %2B', async () => {
    const { server, target } = await serve((_, response) => json(response, 200, []))
    const { client } = createTestClient()
    await client.call(target, things.search, {
      ids: [1, 2],
      since: '2026-01-01T00:00:00+01:00',
      custom_attributes: { team: 'a&b' },
    })
    expect(server.requests[0]!.url).toBe(
      '/api/v4/things/search?ids%5B%5D=1&ids%5B%5D=2&since=2026-01-01T00%3A00%3A00%2B01%3A00&custom_attributes%5Bteam%5D=a%26b',
    )
  })

  it("sends bodies as JSON and keeps the instance's subpath", async () => {
    const { server, target } = await serve((_, response) => json(response, 201, { id: '7' }))
    const { client } = createTestClient()
    const thing = await client.call({ ...target, baseUrl: `${target.baseUrl}/git` }, things.add, {
      name: 'x',
      scopes: ['api'],
    })
    expect(thing.id).toBe(7)
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/git/api/v4/things',
      body: '{"name":"x","scopes":["api"]}',
    })
  })

  it('sends a file as a multipart form, byte for byte', async () => {
    const { server, target } = await serve((_, response) => json(response, 200, { id: 1 }))
    const { client } = createTestClient()
    const bytes = new TextEncoder().encode('\u0001picture')
    const picture = { filename: 'me.png', type: 'image/png', bytes }
    await client.call(target, things.upload, { picture, title: 'Me' })
    const [request] = server.requests
    expect(request!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(request!.body).toMatch(/name="picture"; filename="me.png"\r\ncontent-type: image\/png/i)
    expect(request!.body).toContain('\r\n\r\n\u0001picture\r\n')
    expect(request!.body).toMatch(/name="title"\r\n\r\nMe\r\n/)
  })

  it('is rejected before it is sent if the input is invalid', async () => {
    const { server, target } = await serve((_, response) => json(response, 201, {}))
    const { client } = createTestClient()
    const failure = await failureOf(
      client.call(target, things.add, { name: 5, extra: true } as never),
    )
    expect(failure.kind).toBe('invalid')
    expect(Object.keys(failure.fields!)).toEqual(['name', 'extra'])
    expect(server.requests).toHaveLength(0)
  })
})

describe('API response', () => {
  it('resolves to undefined if it has no body', async () => {
    const { target } = await serve((request, response) => {
      response.writeHead(request.method === 'DELETE' ? 204 : 304).end()
    })
    const { client } = createTestClient()
    expect(await client.call(target, things.remove, { id: 1 })).toBeUndefined()
    expect(await client.call(target, things.follow, { id: 1 })).toBeUndefined()
  })

  it('is rejected if it is HTML, malformed JSON, or the wrong shape', async () => {
    const bodies: [string, string, RegExp][] = [
      ['text/html', '<!DOCTYPE html><title>Hotel Wi-Fi</title>', /web page/],
      ['text/plain', 'ok', /can’t read/],
      ['application/json', '{"id": 1, "na', /can’t read/],
      ['application/json', '{"name": "x"}', /can’t read/],
      ['application/json', '[]', /can’t read/],
    ]
    for (const [type, body, words] of bodies) {
      const { target } = await serve((_, response) => {
        response.writeHead(200, { 'content-type': type }).end(body)
      })
      const { client } = createTestClient()
      const failure = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
      expect(failure.kind).toBe('not-the-service')
      expect(failure.message).toMatch(words)
    }
  })

  it('leaves the outcome of a write unknown if it is HTML', async () => {
    const { target } = await serve((_, response) => {
      response.writeHead(201, { 'content-type': 'text/html' }).end('<html>')
    })
    const { client } = createTestClient()
    expect(await failureOf(client.call(target, things.add, { name: 'x' }))).toMatchObject({
      kind: 'unknown-outcome',
    })
  })

  it('leaves the outcome of a write unknown for status 200 instead of 201', async () => {
    const { target } = await serve((_, response) => json(response, 200, { id: 1 }))
    const { client } = createTestClient()
    const failure = await failureOf(client.call(target, things.add, { name: 'x' }))
    expect(failure).toMatchObject({ kind: 'unknown-outcome', status: 200 })
  })

  it('is cut off at the size limit', async () => {
    const { target } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 1, name: 'x'.repeat(3_000_000) }))
    })
    const { client } = createTestClient()
    const { message } = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(message).toContain('sent far more data than expected')
  })
})

describe('redirect', () => {
  it("isn't followed to another origin, to protect the token", async () => {
    const otherServer = await startServer((_, response) => json(response, 200, { id: 1 }))
    servers.push(otherServer)
    const { target } = await serve((_, response) => {
      response.writeHead(302, { location: `${otherServer.url}/api/v4/things/1` }).end()
    })
    const { client } = createTestClient()
    const failure = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(failure.kind).toBe('refused-redirect')
    expect(failure.message).toContain(otherServer.url)
    expect(otherServer.bytes()).toBe('')
  })

  it.each([
    'https://sso.example.com/login?next=%2Fapi%2Fv4%2Fuser',
    'https://gitlab.example.org/api/v4/things/1',
    'https://127.0.0.1.example.com/api/v4/things/1',
    'https://127.0.0.1:8443/oauth2/sign_in',
    'https://127.0.0.1:8443/api/v4/things/1',
    'https://127.0.0.1/oauth2/sign_in',
  ])('never suggests using the token at %s', async (location) => {
    const { target } = await serve((_, response) => response.writeHead(302, { location }).end())
    const { client } = createTestClient()
    const { hint } = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(hint).toContain('Never enter your token there')
    expect(hint).not.toContain('Sign in with')
    expect(hint).not.toContain(new URL(location).host)
  })

  it.each([
    ['/git/api/v4/things/1', '/git'],
    ['/', ''],
  ])('suggests the https URL after a redirect to %s on the same host', async (path, folder) => {
    const { target } = await serve((_, response) => {
      response.writeHead(301, { location: `https://127.0.0.1${path}` }).end()
    })
    const { client } = createTestClient()
    const { hint } = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(hint).toBe(`This instance uses https. Sign in with https://127.0.0.1${folder}.`)
  })

  it('suggests the https URL after a redirect to the same port', async () => {
    const { target } = await serve(({ url, headers }, response) => {
      response.writeHead(301, { location: `https://${headers.host}${url}` }).end()
    })
    const { client } = createTestClient()
    const { hint } = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    const url = target.baseUrl.replace('http:', 'https:')
    expect(hint).toBe(`This instance uses https. Sign in with ${url}.`)
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'])(
    "doesn't suggest signing in at %s",
    async (location) => {
      const { target } = await serve((_, response) => {
        response.writeHead(302, { location }).end()
      })
      const { client } = createTestClient()
      const failure = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
      expect(failure.message).toContain('tried to redirect Latchkey to another address')
    },
  )
})

describe('API client', () => {
  it('retries a read up to twice on 502, 503, and 504', async () => {
    let calls = 0
    const { target } = await serve((_, response) => {
      calls += 1
      if (calls < 3) response.writeHead(500 + calls + 1).end('bad gateway')
      else json(response, 200, { id: 1 })
    })
    const { client, pauses } = createTestClient()
    expect(await client.call(target, things.get, { id_or_username: 1 })).toEqual({ id: 1 })
    expect(pauses).toEqual([250, 500])
  })

  it('applies one timeout to all attempts of a call', async () => {
    let elapsedMs = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    onTestFinished(() => now.mockRestore())
    const { server, target } = await serve((_, response) => {
      elapsedMs += 1_000_000
      json(response, 503, {})
    })
    const { client } = createTestClient({ callMs: 1_500_000 })
    await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(server.requests).toHaveLength(2)
  })

  it("gives up a read after three attempts, and doesn't retry other failures", async () => {
    const { server, target } = await serve((request, response) => {
      json(response, request.url.endsWith('/1') ? 503 : 500, {
        message: '500 Internal Server Error',
      })
    })
    const { client } = createTestClient()
    const busy = await failureOf(client.call(target, things.get, { id_or_username: 1 }))
    expect(busy).toMatchObject({ kind: 'service-error', status: 503 })
    expect(server.requests).toHaveLength(3)
    await failureOf(client.call(target, things.get, { id_or_username: 2 }))
    expect(server.requests).toHaveLength(4)
  })

  it('never retries a write', async () => {
    const { server, target } = await serve((request, response) => {
      if (request.url.endsWith('/things')) response.writeHead(502).end()
      else json(response, 503, {})
    })
    const { client, pauses } = createTestClient()
    expect(await failureOf(client.call(target, things.add, { name: 'x' }))).toMatchObject({
      kind: 'unknown-outcome',
      status: 502,
    })
    expect(await failureOf(client.call(target, things.remove, { id: 1 }))).toMatchObject({
      kind: 'service-error',
    })
    expect(server.requests).toHaveLength(2)
    expect(pauses).toEqual([])
  })
})

describe('rate limit of a read', () => {
  const now = Date.UTC(2026, 11, 31, 23, 59, 55)
  beforeEach(() => void vi.setSystemTime(now))
  afterEach(() => void vi.useRealTimers())

  async function limited(headers: Record<string, string>) {
    let calls = 0
    const { target } = await serve((_, response) => {
      calls += 1
      if (calls > 1) return json(response, 200, { id: 1 })
      response.writeHead(429, { 'content-type': 'text/plain', ...headers }).end('Retry later')
    })
    const { client, pauses } = createTestClient()
    return { call: client.call(target, things.get, { id_or_username: 1 }), pauses }
  }

  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['a fraction of seconds', { 'retry-after': '2.5' }, 2_500],
    ['a date', { 'retry-after': 'Fri, 01 Jan 2027 00:00:15 GMT' }, 20_000],
    ['a reset', { 'ratelimit-reset': String(now / 1000 + 30) }, 30_000],
  ])('pauses as long as the response says with %s', async (_, headers, pause) => {
    const { call, pauses } = await limited(headers)
    await call
    expect(pauses).toEqual([pause])
  })

  it('causes a pause of a second or more if the response has no valid time, or one that has passed', async () => {
    const unusable: Record<string, string>[] = [
      {},
      { 'retry-after': 'soon', 'ratelimit-reset': '-' },
      { 'retry-after': '0' },
      { 'retry-after': '0.25' },
      { 'retry-after': '.5' },
      { 'retry-after': '-1' },
      { 'retry-after': '-0.5' },
      { 'retry-after': 'Thu, 31 Dec 2026 23:59:55 GMT' },
      { 'retry-after': 'Thu, 31 Dec 2026 23:00:00 GMT' },
      { 'ratelimit-reset': String(now / 1000 - 60) },
    ]
    for (const headers of unusable) {
      const { call, pauses } = await limited(headers)
      await call
      expect(pauses).toEqual([1000])
    }
  })

  it('is reported instead of waited for if longer than a minute', async () => {
    const { call, pauses } = await limited({ 'retry-after': '600' })
    const failure = await failureOf(call)
    expect(failure.kind).toBe('rate-limited')
    expect(failure.retryAt).toBe(now + 600_000)
    expect(pauses).toEqual([])
  })

  it.each([
    ['milliseconds instead of seconds', { 'retry-after': '3600000' }],
    ['a date next year', { 'retry-after': 'Fri, 31 Dec 2027 23:59:55 GMT' }],
    ['a reset far in the future', { 'ratelimit-reset': '4102444800' }],
    ['a huge number', { 'retry-after': '99999999999999' }],
  ])('caps the pause at 15 minutes for %s', async (_, headers: Record<string, string>) => {
    const { call } = await limited(headers)
    expect((await failureOf(call)).retryAt).toBe(now + 15 * 60_000)
  })

  it('never causes a write to be repeated', async () => {
    const { server, target } = await serve((_, response) => {
      json(response, 429, {
        message: { error: 'This endpoint has been requested too many times.' },
      })
    })
    const { client } = createTestClient()
    expect(await failureOf(client.call(target, things.add, { name: 'x' }))).toMatchObject({
      kind: 'rate-limited',
    })
    expect(server.requests).toHaveLength(1)
  })
})
