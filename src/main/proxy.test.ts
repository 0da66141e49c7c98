import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestAuthority, createAuthority } from '../core/platform/network/testing/authority.ts'
import { startProxy } from '../core/platform/network/testing/proxy.ts'
import { startRawServer } from '../core/platform/network/testing/raw-server.ts'
import { type TlsServer, startTlsServer } from '../core/platform/network/testing/tls-server.ts'
import { failureOf } from '../core/gitlab/testing/client.ts'
import { things } from '../core/gitlab/testing/things.ts'
import { ApiClient } from '../core/gitlab/api-client.ts'
import { currentTime } from '../shared/rules/clock.ts'
import { setupCertificates } from './certificates.ts'
import { chromiumFetch } from './network.ts'
import { around, partitions } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const name = 'gitlab.example.test'
let authority: TestAuthority
let service: TlsServer
beforeAll(async () => {
  authority = createAuthority()
  service = await startTlsServer(authority.issue({ names: `DNS:${name}` }))
})
afterAll(async () => {
  await service.stop()
  authority.remove()
})

const ends: (() => unknown)[] = []
let client: ApiClient
beforeEach(() => {
  partitions.clear()
  vi.stubEnv('https_proxy', undefined)
  vi.stubEnv('http_proxy', undefined)
  const certificates = { forHost: () => [authority.cert], onChange: () => undefined }
  const fetch = chromiumFetch(setupCertificates(certificates))
  client = new ApiClient(
    { fetch, now: currentTime, random: Math.random, sleep: async () => undefined },
    { callMs: 10_000 },
  )
})
afterEach(async () => {
  around.proxy = undefined
  vi.unstubAllEnvs()
  for (const end of ends.splice(0)) await end()
})

/** Puts a proxy in front of the instance. */
async function through(rules: Omit<Parameters<typeof startProxy>[0], 'leadsTo'>) {
  const proxy = await startProxy({ leadsTo: service.port, ...rules })
  ends.push(() => proxy.stop())
  around.proxy = proxy.url
  return proxy
}

const read = (protocol = 'https') =>
  client.call({ baseUrl: `${protocol}://${name}`, token: 't' }, things.get, { id_or_username: 1 })
const write = (protocol = 'https') =>
  client.call({ baseUrl: `${protocol}://${name}`, token: 't' }, things.add, { name: 'x' })

/** Also checks that the write isn't reported as having an unknown outcome, since nothing was sent. */
async function expectProxyFailure(call: Promise<unknown>, message: string, hint = '') {
  const failure = await failureOf(call)
  expect(failure).toMatchObject({ kind: 'offline', reason: 'proxy' })
  expect(failure.message).toContain(message)
  expect(failure.hint).toContain(hint)
}

describe('requests through the system proxy', () => {
  it('reach the instance', async () => {
    const proxy = await through({})
    expect(await read()).toEqual({ id: 1 })
    expect(proxy.requestedTargets).toEqual([`${name}:443`])
  })

  it("aren't sent and fail with a hint about the proxy if it requires a password", async () => {
    const { url } = await through({ wants: 'ines:open sesame' })
    const requestCount = service.asked()
    for (const call of [read, write])
      await expectProxyFailure(
        call(),
        `${new URL(url).host} requires a user name and password`,
        'Set https_proxy to',
      )
    expect(service.asked()).toBe(requestCount)
  })

  it('fail the same way for an instance without TLS', async () => {
    const plain = await startRawServer(() => ({
      bytes: Buffer.from(
        'HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="net"\r\ncontent-length: 2\r\n\r\nno',
      ),
      then: 'stay',
    }))
    ends.push(() => plain.stop())
    around.proxy = plain.url
    for (const call of [read, write])
      await expectProxyFailure(
        call('http'),
        'requires a user name and password',
        'Set http_proxy to',
      )
  })

  it('send the password from the environment variable, as in the browser host', async () => {
    const { url } = await through({ wants: 'ines:open sesame' })
    vi.stubEnv('https_proxy', url.replace('//', '//ines:open%20sesame@'))
    expect(await read()).toEqual({ id: 1 })
  })

  it("try a wrong password once, and never another proxy's password", async () => {
    const proxy = await through({ wants: 'ines:open sesame' })
    vi.stubEnv('https_proxy', proxy.url.replace('//', '//ines:wrong@'))
    await expectProxyFailure(
      write(),
      'requires a user name and password',
      'refused the user name and password in https_proxy.',
    )
    expect(proxy.requestedTargets).toHaveLength(2)
    vi.stubEnv('https_proxy', 'http://ines:open%20sesame@proxy.example.test:3128')
    await expectProxyFailure(write(), 'requires a user name and password', 'Set https_proxy to')
    expect(proxy.requestedTargets).toHaveLength(3)
  })

  it('fail with a reason if the proxy blocks the host or is unreachable', async () => {
    const proxy = await through({ refuses: 403 })
    await expectProxyFailure(write(), 'blocked the connection')
    await proxy.stop()
    ends.pop()
    await expectProxyFailure(write(), 'Can’t reach your network’s proxy')
  })

  it('fail with a reason if a SOCKS proxy requires a password', async () => {
    const socks = createServer((socket) =>
      socket.on('data', () => socket.end(Buffer.from([5, 255]))),
    )
    socks.listen(0, '127.0.0.1')
    await once(socks, 'listening')
    ends.push(() => socks.close())
    around.proxy = `socks5://127.0.0.1:${(socks.address() as AddressInfo).port}`
    await expectProxyFailure(write(), 'Can’t reach your network’s proxy')
  })
})
