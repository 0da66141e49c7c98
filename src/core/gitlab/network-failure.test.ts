import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '../platform/network/testing/authority.ts'
import { startTlsServer } from '../platform/network/testing/tls-server.ts'
import { startServer } from '../testing/http-server.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import { defaultLimits } from './exchange.ts'
import { ApiClient } from './api-client.ts'
import { createTestClient, failureOf, things, token } from './testing/client.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that sends raw bytes. */
async function listen(onConnection: (socket: Socket) => void, scheme = 'http') {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { baseUrl: `${scheme}://127.0.0.1:${await portOf(server)}`, token, sockets }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const read = (client: ReturnType<typeof createTestClient>['client'], target: { baseUrl: string }) =>
  failureOf(client.call(target, things.get, { id_or_username: 1 }))
const write = (
  client: ReturnType<typeof createTestClient>['client'],
  target: { baseUrl: string },
) => failureOf(client.call(target, things.add, { name: 'x' }))

describe('request without a complete response', () => {
  it('times out if the server hangs before sending headers', async () => {
    const { client } = createTestClient({ callMs: 1_000 })
    const silent = await listen(() => undefined)
    expect(await read(client, silent)).toMatchObject({ kind: 'timeout' })
    expect(await write(client, silent)).toMatchObject({ kind: 'unknown-outcome' })
  })

  it('times out if the server hangs after sending headers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const onHeaders = vi.fn()
    subscribe('undici:request:headers', onHeaders)
    onTestFinished(() => void unsubscribe('undici:request:headers', onHeaders))
    const { client } = createTestClient()
    const halting = await listen((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
      ),
    )
    const reading = read(client, halting)
    await vi.waitUntil(() => onHeaders.mock.calls.length > 0)
    vi.advanceTimersByTime(defaultLimits.callMs)
    const failure = await reading
    expect(failure.kind).toBe('timeout')
    expect(failure.message).toContain('didn’t respond in time')
  })

  it('reports a reset as offline for a read and as an unknown outcome for a write', async () => {
    const { client } = createTestClient()
    const beforeRequest = await listen((socket) => socket.resetAndDestroy())
    expect(await read(client, beforeRequest)).toMatchObject({ kind: 'offline' })
    expect(beforeRequest.sockets).toHaveLength(3)
    const afterRequest = await listen((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    )
    expect(await read(client, afterRequest)).toMatchObject({ kind: 'offline' })
    const seen = afterRequest.sockets.length
    expect(await write(client, afterRequest)).toMatchObject({ kind: 'unknown-outcome' })
    expect(afterRequest.sockets).toHaveLength(seen + 1)
  })

  it('fails if the body is incomplete', async () => {
    const { client } = createTestClient()
    const half = await listen((socket) =>
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"id": 1',
        ),
      ),
    )
    const failure = await read(client, half)
    expect(failure).toMatchObject({ kind: 'offline' })
    expect(failure.message).toContain('was lost')
    expect(await write(client, half)).toMatchObject({ kind: 'unknown-outcome' })
  })

  it("isn't mistaken for a redirect because of its URL", async () => {
    const { client } = createTestClient()
    const dropping = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const target = { ...dropping, baseUrl: `${dropping.baseUrl}/redirect` }
    expect(await write(client, target)).toMatchObject({ kind: 'unknown-outcome' })
  })

  it('reports offline even for a write if nothing accepts the connection', async () => {
    const { client } = createTestClient()
    const server = await startServer(() => undefined)
    await server.stop()
    expect(await write(client, { baseUrl: server.url })).toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('Can’t reach'),
    })
    expect(await write(client, { baseUrl: 'http://latchkey.invalid' })).toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('find the host latchkey.invalid'),
    })
  })

  it('stops connecting before the call times out', async () => {
    const { client } = createTestClient({ connectMs: 200 })
    const silentServer = await listen(() => undefined, 'https')
    expect(await write(client, silentServer)).toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('Can’t reach'),
    })
  })
})

describe('Chromium error before anything is sent', () => {
  it.each([
    ['net::ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT', 'proxy'],
    ['net::ERR_NAME_RESOLUTION_FAILED', undefined],
    ['net::ERR_ADDRESS_INVALID', undefined],
    ['net::ERR_UNSAFE_PORT', undefined],
    ['net::ERR_NETWORK_ACCESS_DENIED', undefined],
  ])('concludes that a write didn’t happen after %s', async (code, reason) => {
    const fetch = () => Promise.reject(new Error(code))
    const client = new ApiClient(
      { fetch, now: currentTime, random: Math.random, sleep: async () => undefined },
      defaultLimits,
    )
    const failure = await write(client, { baseUrl: 'https://gitlab.example.test' })
    expect(failure).toMatchObject({ kind: 'offline' })
    expect(failure.reason).toBe(reason)
  })
})

describe('TLS failure', () => {
  it('reports a self-signed certificate and sends nothing', async () => {
    const server = await startTlsServer(selfSigned())
    ends.push(() => void server.stop())
    const { client } = createTestClient()
    expect(await write(client, { baseUrl: server.url })).toMatchObject({
      kind: 'not-the-service',
      reason: 'unknown-authority',
      message: expect.stringContaining('self-signed'),
    })
    expect(server.asked()).toBe(0)
  })

  it("reports a port that doesn't use TLS", async () => {
    const server = await startServer((_, response) => response.end())
    ends.push(() => void server.stop())
    const { client } = createTestClient()
    expect(await read(client, { baseUrl: server.url.replace('http', 'https') })).toMatchObject({
      kind: 'not-the-service',
      reason: 'no-tls',
      message: expect.stringContaining('doesn’t use TLS'),
    })
  })
})
