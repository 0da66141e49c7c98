import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createFaults, parseFault } from './faults.ts'
import { startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'

describe('faults', () => {
  let sandbox: TestSandbox
  afterEach(() => sandbox.stop())

  async function start(...faults: string[]) {
    sandbox = await startTestSandbox({ faults: faults.map(parseFault) })
  }

  function call(path = '/user/status', method = 'GET', body?: string) {
    return fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      body: body === undefined ? null : new URLSearchParams(body),
      headers: { 'private-token': sandbox.tokens.user },
      redirect: 'manual',
    })
  }
  const set = (message: string) => call('/user/status', 'PUT', `message=${message}`)
  const message = async () =>
    ((await (await call('/users/2/status')).json()) as { message: string }).message

  it('latency delays the response', async () => {
    await start('GET /user/status 1 latency=9999999', 'GET /user/status 2 latency=1')
    const delayed = call()
    const second = await Promise.race([delayed.then(() => undefined), call()])
    expect(second?.status).toBe(200)
  })

  it.each([404, 429, 502, 503])(
    'status returns %i without handling the request',
    async (status) => {
      await start(`PUT /user/status 1 status=${status}`)
      const before = await message()
      const response = await set('nothing')
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({
        message: expect.stringContaining(`${status} `),
      })
      expect(await message()).toBe(before)
    },
  )

  it('status omits the body for codes without one', async () => {
    await start('PUT /user/status 1 status=204')
    expect(await (await set('x')).text()).toBe('')
  })

  it('read-only refuses changes, with a reason only for JSON, and serves reads', async () => {
    await start('* ** * read-only')
    const before = await message()
    const json = await fetch(`${sandbox.url}/api/v4/user/status`, {
      method: 'PUT',
      body: '{"message":"x"}',
      headers: { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' },
    })
    expect(json.status).toBe(403)
    expect(await json.json()).toEqual({
      message: 'You cannot perform write operations on a read-only instance',
    })
    const form = await set('x')
    expect([form.status, form.headers.get('location')]).toEqual([301, `${sandbox.url}/`])
    expect(await message()).toBe(before)
  })

  it('maintenance refuses changes with a 503 and serves reads', async () => {
    await start('* ** 1+ maintenance=0')
    const refused = await set('x')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, null])
    expect(await refused.json()).toEqual({
      message: 'GitLab Maintenance: system is in maintenance mode',
    })
    expect((await call()).status).toBe(200)
    await sandbox.stop()
    await start('* ** * maintenance=120')
    expect((await set('x')).headers.get('retry-after')).toBe('120')
  })

  it("gone responds as if the user didn't exist", async () => {
    await start('GET /users/2/status 2 gone')
    expect((await call('/users/2/status')).status).toBe(200)
    const [struck, missing] = [await call('/users/2/status'), await call('/users/999999/status')]
    expect(struck.status).toBe(missing.status)
    expect(await struck.json()).toEqual(await missing.json())
  })

  it('reset-before resets the connection without handling the request', async () => {
    await start('PUT /user/status 1 reset-before')
    const before = await message()
    await expect(set('lost')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    expect(await message()).toBe(before)
    expect((await set('second')).status).toBe(200)
  })

  it('reset-after resets the connection after handling the request', async () => {
    await start('PUT /user/status 1 reset-after')
    await expect(set('written')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    expect(await message()).toBe('written')
  })

  it('truncate sends half of the body with the full content length', async () => {
    await start('GET /user/status 1 truncate')
    const response = await call()
    expect(response.status).toBe(200)
    const length = Number(response.headers.get('content-length'))
    const reader = response.body!.getReader()
    let received = 0
    const readAll = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        received += part.value.length
      }
    }
    await expect(readAll()).rejects.toThrow()
    expect(received).toBe(Math.floor(length / 2))
    expect(((await (await call()).text()) as string).length).toBeGreaterThan(received)
  })

  it('html returns the page of a captive portal', async () => {
    await start('PUT /user/status 1 html')
    const before = await message()
    const response = await set('nothing')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<form>')
    expect(await message()).toBe(before)
  })

  it('content-type changes the MIME type but not the body', async () => {
    await start('GET /user/status 1 content-type=text/plain; charset=utf-8')
    const response = await call()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(await (await call()).text())
  })

  it('redirect returns the location without handling the request', async () => {
    await start('PUT /user/status 1 redirect=http://elsewhere.test/?a=b')
    const before = await message()
    const response = await set('nothing')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('http://elsewhere.test/?a=b')
    expect(await message()).toBe(before)
  })

  it('self-link names the current page as the next page', async () => {
    await start('GET /user/emails * self-link')
    const response = await call('/user/emails?per_page=2')
    expect(response.headers.get('link')).toBe(
      `<${sandbox.url}/api/v4/user/emails?per_page=2>; rel="next"`,
    )
    expect(await response.json()).toHaveLength(2)
  })

  it('empty-page inserts an empty page without losing rows', async () => {
    await start('GET /user/emails 2 empty-page')
    const sizes: number[] = []
    const seen: unknown[] = []
    let next: string | undefined = `${sandbox.url}/api/v4/user/emails?per_page=1`
    while (next !== undefined) {
      const response: Response = await call(next.slice(`${sandbox.url}/api/v4`.length))
      const rows = (await response.json()) as unknown[]
      sizes.push(rows.length)
      seen.push(...rows)
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(sizes).toEqual([1, 0, 1, 1])
    expect(seen).toEqual(await (await call('/user/emails')).json())
  })

  it('apply only to the calls that their rules match', async () => {
    await start('GET /user/status 2 status=500', 'GET /user 2+ status=503', '* /user_counts * html')
    const statuses = async (path: string) => {
      const results = []
      for (let remaining = 3; remaining > 0; remaining--) results.push((await call(path)).status)
      return results
    }
    expect(await statuses('/user/status')).toEqual([200, 500, 200])
    expect(await statuses('/user')).toEqual([200, 503, 503])
    expect((await call('/user_counts', 'POST')).status).toBe(200)
  })

  it.each([
    ['/users/*/status', '/users/2/status', true],
    ['/users/*', '/users/2/status', false],
    ['/users/**', '/users/2/status', true],
    ['/user.', '/users', false],
    ['**', '/users', true],
  ])('match path %s against %s: %s', async (glob, path, meets) => {
    await start(`GET ${glob} * status=418`)
    expect((await call(path)).status === 418).toBe(meets)
  })

  it('match paths outside the API by the full path', async () => {
    await start('GET /uploads/** 1 status=503')
    expect((await fetch(`${sandbox.url}/uploads/-/system/user/avatar/2/a.png`)).status).toBe(503)
  })

  it('combine in order, the first rule outermost', async () => {
    await start('PUT /user/status 1 content-type=text/html', 'PUT /user/status 1 status=500')
    const response = await set('x')
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('text/html')
  })
})

it('latency skips requests whose client has disconnected', async () => {
  const served: string[] = []
  const withFaults = createFaults([parseFault('GET ** * latency=1')])
  const fetchDelayed = withFaults(({ url }) => {
    served.push(new URL(url).pathname)
    return new Response()
  })
  const { promise: gone, resolve: startAfterGone } = Promise.withResolvers<void>()
  const server = createServer(
    getRequestListener(async (request, bindings) => {
      const env = bindings as HttpBindings
      if (!request.url.endsWith('/gone')) return fetchDelayed(request, env)
      client.destroy()
      await once(env.incoming.socket, 'close')
      startAfterGone()
      return fetchDelayed(request, env)
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = get(`${url}/gone`).on('error', () => undefined)
  await gone
  // Its delay started later, so it also ends later.
  await fetch(`${url}/present`)
  server.close()
  expect(served).toEqual(['/present'])
})

describe('invalid fault rule', () => {
  it.each([
    ['GET /user', 'not of the form'],
    ['GET /user 0 html', 'invalid calls "0"'],
    ['GET /user first html', 'invalid calls "first"'],
    ['GET /user 1 explode', 'Unknown fault kind explode'],
    ['GET /user 1 constructor', 'Unknown fault kind constructor'],
    ['GET /user 1 latency', 'Write it as latency=MS.'],
    ['GET /user 1 latency=soon', 'The fault latency has the invalid value "soon".'],
    ['GET /user 1 status=99', 'Write it as status=CODE.'],
    ['GET /user 1 status=101', 'Write it as status=CODE.'],
    ['GET /user 1 redirect', 'Write it as redirect=URL.'],
    ['GET /user 1 html=x', 'The fault html takes no value. Remove "=x".'],
  ])('%j is rejected with a readable message', (text, sentence) => {
    expect(() => createFaults([parseFault(text)])).toThrow(sentence)
  })
})
