import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fetchPicture } from '../../../features/avatars/fetch-picture.ts'
import { startRawServer } from './raw-server.ts'

type Fetch = typeof globalThis.fetch

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

interface TestContext {
  fetch: Fetch
  /** Starts a server that stops after the test. */
  serve(
    answer: (request: ReceivedRequest, response: ServerResponse) => void,
  ): Promise<{ url: string; seen: ReceivedRequest[] }>
  later(end: () => unknown): void
}

/** The contract for every host's `fetch`. Doesn't depend on the test runner, so it can also run inside Electron. */
export const fetchContract: readonly { name: string; run(fetch: Fetch): Promise<void> }[] =
  Object.entries({
    async 'returns the status, headers, and body of a response'({ fetch, serve }) {
      const { url } = await serve((_, response) =>
        response.writeHead(404, { 'x-total': '7', link: '<a>, <b>' }).end('{"message":"404"}'),
      )
      const answer = await fetch(`${url}/a?b=c`)
      assert.equal(answer.status, 404)
      assert.deepEqual(
        [answer.headers.get('x-total'), answer.headers.get('link')],
        ['7', '<a>, <b>'],
      )
      assert.equal(await answer.text(), '{"message":"404"}')
    },

    async 'returns the bytes of a header as one character each'({ fetch, later }) {
      const bytes = Buffer.from('HTTP/1.1 200 很好\r\nx-name: José 🦊\r\ncontent-length: 0\r\n\r\n')
      const server = await startRawServer(() => ({ bytes, then: 'stay' }))
      later(() => server.stop())
      const { headers } = await fetch(server.url)
      assert.equal(headers.get('x-name'), Buffer.from('José 🦊').toString('latin1'))
    },

    async 'sends a body with its length and headers'({ fetch, serve }) {
      const { url, seen } = await serve(ok)
      const headers = { 'PRIVATE-TOKEN': 't', 'content-type': 'application/json' }
      await read(await fetch(url, { method: 'POST', headers, body: '{"name":"é"}' }))
      assert.partialDeepStrictEqual(seen[0], {
        method: 'POST',
        headers: {
          'private-token': 't',
          'content-type': 'application/json',
          'content-length': '13',
        },
        body: '{"name":"é"}',
      })
    },

    async 'sends a write without a body'({ fetch, serve }) {
      const { url, seen } = await serve(ok)
      for (const method of ['POST', 'PUT', 'DELETE']) await read(await fetch(url, { method }))
      assert.deepEqual(
        seen.map(({ method, body }) => [method, body]),
        [
          ['POST', ''],
          ['PUT', ''],
          ['DELETE', ''],
        ],
      )
    },

    async 'sends a form with a file unchanged'({ fetch, serve }) {
      const { url, seen } = await serve(ok)
      const form = new FormData()
      form.append('title', 'Ünïcode')
      const bytes = Uint8Array.from({ length: 256 }, (_, nth) => nth)
      form.append('avatar', new Blob([bytes], { type: 'image/png' }), 'me.png')
      await read(await fetch(url, { method: 'PUT', body: form }))
      const sent = Buffer.from(seen[0]!.body, 'latin1')
      const type = seen[0]!.headers['content-type']!
      const receivedForm = await new Response(sent, {
        headers: { 'content-type': type },
      }).formData()
      assert.equal(receivedForm.get('title'), 'Ünïcode')
      assert.deepEqual(
        new Uint8Array(await (receivedForm.get('avatar') as File).arrayBuffer()),
        bytes,
      )
    },

    async 'returns a redirect without following it'({ fetch, serve }) {
      const otherOrigin = await serve(ok)
      const { url } = await serve((_, response) =>
        response.writeHead(302, { location: `${otherOrigin.url}/login` }).end(),
      )
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(url, { method, redirect: 'manual' })
        assert.equal(answer.status, 302)
        assert.equal(answer.headers.get('location'), `${otherOrigin.url}/login`)
        await read(answer)
        await assert.rejects(fetch(url, { method, redirect: 'error' }))
      }
      assert.equal(otherOrigin.seen.length, 0)
    },

    async 'allows requesting an image again at its new URL'({ fetch, serve }) {
      const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
      const { url, seen } = await serve(({ url }, response) =>
        url === '/old' ? response.writeHead(301, { location: '/new' }).end() : response.end(png),
      )
      const picture = await fetchPicture(fetch, '/old', url)
      assert.deepEqual(picture && Buffer.from(picture), png)
      assert.deepEqual(
        seen.map(({ url }) => url),
        ['/old', '/new'],
      )
    },

    async 'stores no cookies'({ fetch, serve }) {
      const { url, seen } = await serve((_, response) =>
        response.writeHead(200, { 'set-cookie': ['_gitlab_session=x', 'a=b'] }).end('{}'),
      )
      for (const method of ['GET', 'GET', 'POST', 'POST']) await read(await fetch(url, { method }))
      assert.deepEqual(
        seen.map(({ headers }) => headers.cookie),
        Array(4).fill(undefined),
      )
    },

    async 'caches no response'({ fetch, serve }) {
      const { url, seen } = await serve((_, response) =>
        response.writeHead(200, { 'cache-control': 'max-age=3600', etag: '"a"' }).end('{}'),
      )
      for (let nth = 0; nth < 3; nth += 1) await read(await fetch(url, { cache: 'no-store' }))
      assert.equal(seen.length, 3)
      assert.equal(seen[2]!.headers['if-none-match'], undefined)
    },

    async 'answers no challenge with the system’s credentials'({ fetch, serve }) {
      const { url, seen } = await serve((_, response) =>
        response
          .writeHead(401, { 'www-authenticate': ['Negotiate', 'NTLM', 'Basic realm="x"'] })
          .end(),
      )
      assert.equal((await fetch(url, { credentials: 'omit' })).status, 401)
      assert.equal(seen.length, 1)
      assert.equal(seen[0]!.headers.authorization, undefined)
    },

    async 'sends nothing if already aborted'({ fetch, serve }) {
      const { url, seen } = await serve(ok)
      const signal = AbortSignal.abort(new Error('given up'))
      for (const method of ['GET', 'POST']) {
        await assert.rejects(fetch(url, { method, signal }), /given up/)
      }
      assert.equal(seen.length, 0)
    },

    async 'ends a pending request on abort'({ fetch, serve }) {
      const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>()
      const { url } = await serve((_, response) => resolve(response))
      const controller = new AbortController()
      const answer = fetch(url, { method: 'POST', body: 'x', signal: controller.signal })
      const ended = once(await arrived, 'close')
      controller.abort(new Error('given up'))
      await assert.rejects(answer, /given up/)
      await ended
    },

    async 'ends a partly received body on abort'({ fetch, serve }) {
      const { url } = await serve((_, response) => void response.write('beginning'))
      const controller = new AbortController()
      const answer = await fetch(url, { signal: controller.signal })
      const reader = answer.body!.getReader()
      assert.equal(Buffer.from((await reader.read()).value!).toString(), 'beginning')
      controller.abort(new Error('given up'))
      await assert.rejects(reader.read(), /given up/)
    },

    async 'reads no more of the body than requested'({ fetch, serve }) {
      let sent = 0
      let ended: Promise<unknown> | undefined
      const part = Buffer.alloc(64 * 1024)
      const { url } = await serve((_, response) => {
        ended = once(response, 'close')
        const write = () => {
          while (!response.destroyed && sent < 512 * 1024 * 1024) {
            sent += part.length
            if (!response.write(part)) return response.once('drain', write)
          }
          return response.end()
        }
        write()
      })
      const answer = await fetch(url)
      // The operating systems at both ends buffer a few MB.
      const most = 64 * 1024 * 1024
      const other = await serve(ok)
      // Sending stalls while the receiver doesn't read.
      for (let turns = 0; turns < 20 && sent < most;) {
        const before = sent
        await read(await fetch(other.url))
        turns = sent === before ? turns + 1 : 0
      }
      for await (const _ of answer.body!) break
      await ended
      assert.ok(sent < most, `${sent} bytes were sent`)
    },

    async 'fails if nothing listens'({ fetch, serve }) {
      const { url } = await serve(ok)
      const free = new URL(url)
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      free.port = String((other.address() as AddressInfo).port)
      other.close()
      await once(other, 'close')
      for (const method of ['GET', 'POST']) await assert.rejects(fetch(free.href, { method }))
    },

    async 'sends a write only once if a reused connection breaks'({ fetch, later }) {
      const server = await startRawServer(({ method }) =>
        method === 'GET'
          ? { bytes: Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), then: 'stay' }
          : { bytes: Buffer.alloc(0), then: 'reset' },
      )
      later(() => server.stop())
      const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
      for (const method of methods) {
        await read(await fetch(server.url))
        await assert.rejects(fetch(server.url, { method, body: 'x' }))
      }
      const writes = server.requests.filter(({ method }) => method !== 'GET')
      assert.deepEqual(
        writes.map(({ method }) => method),
        methods,
      )
    },
  } satisfies Record<string, (context: TestContext) => Promise<void>>).map(([name, act]) => ({
    name,
    run: (fetch) => runCase(fetch, act),
  }))

async function runCase(fetch: Fetch, act: (context: TestContext) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  const later = (end: () => unknown) => void ends.push(end)
  try {
    await act({ fetch, later, serve: (answer) => serve(answer, later) })
  } finally {
    for (const end of ends) await end()
  }
}

async function serve(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
  later: (end: () => unknown) => void,
): Promise<{ url: string; seen: ReceivedRequest[] }> {
  const seen: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const { method = '', url = '', headers } = incoming
    const isText = !headers['content-type']?.startsWith('multipart/')
    const body = Buffer.concat(parts).toString(isText ? 'utf8' : 'latin1')
    seen.push({ method, url, headers, body })
    answer(seen.at(-1)!, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function ok(_: ReceivedRequest, response: ServerResponse): void {
  response.end('{}')
}

async function read(answer: Response): Promise<void> {
  await answer.arrayBuffer()
}
