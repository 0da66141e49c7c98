import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestClient, failureOf, things } from '../../gitlab/testing/client.ts'
import { startServer } from '../../testing/http-server.ts'
import { testLog } from '../../testing/log.ts'
import { OwnCertificates } from './own-certificates.ts'
import { type TestAuthority, createAuthority } from './testing/authority.ts'
import { startProxy } from './testing/proxy.ts'
import { startSocksProxy } from './testing/socks-proxy.ts'
import { type TlsServer, startTlsServer } from './testing/tls-server.ts'

const name = 'gitlab.example.test'
const baseUrl = `https://${name}`
let authority: TestAuthority
let service: TlsServer
let folder: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  authority = createAuthority()
  service = await startTlsServer(authority.issue({ names: `DNS:${name}` }))
  folder = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(ends.splice(0).map((end) => end()))
})
afterAll(async () => {
  await service.stop()
  authority.remove()
  rmSync(folder, { recursive: true })
})

async function through(rules: Parameters<typeof startProxy>[0], who = '') {
  const proxy = await startProxy(rules)
  ends.push(() => proxy.stop())
  useProxy(proxy.url.replace('//', `//${who}`))
  return proxy
}

async function throughSocks(rules: Parameters<typeof startSocksProxy>[0], who = '') {
  const proxy = await startSocksProxy(rules)
  ends.push(() => proxy.stop())
  useProxy(`socks5h://${who}${proxy.host}`)
  return proxy
}

function useProxy(url: string): void {
  vi.stubEnv('https_proxy', url)
  vi.stubEnv('http_proxy', url)
  vi.stubEnv('no_proxy', '')
}

function ask(target = baseUrl, row: 'get' | 'add' = 'get') {
  const own = new OwnCertificates(folder, testLog(() => undefined).warn)
  const { cert } = authority
  own.trust(baseUrl, Buffer.from(cert), new X509Certificate(cert).fingerprint256)
  const { client } = createTestClient({ certificates: own })
  return row === 'get'
    ? client.call({ baseUrl: target }, things.get, { id_or_username: 1 })
    : client.call({ baseUrl: target }, things.add, { name: 'x' })
}

describe('proxy', () => {
  it('forwards requests to GitLab, whose certificate is still verified', async () => {
    const proxy = await through({ leadsTo: service.port })
    expect(await ask()).toMatchObject({ id: 1 })
    expect(proxy.requestedTargets).toEqual([`${name}:443`])
    vi.stubEnv('https_proxy', proxy.url)
    const failure = await failureOf(ask('https://other.example.test'))
    expect(failure).toMatchObject({ reason: 'unknown-authority' })
  })

  it('gets its credentials from the URL, or is reported if they are missing', async () => {
    await through({ leadsTo: service.port, wants: 'ines:open sesame' }, 'ines:open%20sesame@')
    expect(await ask()).toMatchObject({ id: 1 })
    await through({ leadsTo: service.port, wants: 'ines:open sesame' })
    const proxyRequests = service.asked()
    for (const [target, row, variable] of [
      [baseUrl, 'get', 'https_proxy'],
      [baseUrl, 'add', 'https_proxy'],
      [`http://${name}`, 'add', 'http_proxy'],
    ] as const) {
      expect(await failureOf(ask(target, row))).toMatchObject({
        kind: 'offline',
        reason: 'proxy',
        message: expect.stringContaining('requires a user name and password'),
        hint: expect.stringContaining(`Set ${variable} to`),
      })
    }
    expect(service.asked()).toBe(proxyRequests)
  })

  it.each([
    ['https', through],
    ['http', through],
    ['https', throughSocks],
  ])('is reported if it rejects the credentials from %s_proxy', async (scheme, by) => {
    await by({ leadsTo: service.port, wants: 'ines:open sesame' }, 'ines:wrong@')
    expect(await failureOf(ask(`${scheme}://${name}`, 'add'))).toMatchObject({
      kind: 'offline',
      reason: 'proxy',
      hint: expect.stringContaining(`refused the user name and password in ${scheme}_proxy.`),
    })
  })

  it('is reported if it blocks the host', async () => {
    await through({ refuses: 403 })
    expect(await failureOf(ask(baseUrl, 'add'))).toMatchObject({
      kind: 'offline',
      reason: 'proxy',
      message: expect.stringContaining('blocked the connection'),
    })
  })

  it('defaults to http:// without a scheme', async () => {
    const proxy = await through({ leadsTo: service.port })
    useProxy(proxy.url.replace('http://', ''))
    expect(await ask()).toMatchObject({ id: 1 })
    expect(proxy.requestedTargets).toEqual([`${name}:443`])
  })

  it('is reported as failing to connect if it cannot reach the host', async () => {
    await through({ refuses: 502 })
    expect((await failureOf(ask())).message).toBe(
      `Your network’s proxy couldn’t connect to ${name}.`,
    )
  })

  it.each([
    ['http://ines:secret#1@proxy:1', 'isn’t the URL of a proxy'],
    ['socks4://proxy:1', 'doesn’t support'],
  ])('is reported by its variable’s name if set to %s', async (value, says) => {
    useProxy(value)
    for (const row of ['get', 'add'] as const) {
      const failure = await failureOf(ask(baseUrl, row))
      expect(failure).toMatchObject({ kind: 'offline', reason: 'proxy' })
      expect(failure.message).toContain(says)
      expect(failure.message).toContain('https_proxy')
      expect(JSON.stringify(failure)).not.toContain('secret')
    }
  })

  it.each(['http', 'https', 'socks5'])(
    'is reported instead of the host if it hangs up on %s://, even for a write',
    async (scheme) => {
      const { host } = await throughSocks({ hangsUp: true })
      useProxy(`${scheme}://${host}`)
      for (const row of ['get', 'add'] as const) {
        const failure = await failureOf(ask(baseUrl, row))
        expect(failure).toMatchObject({ kind: 'offline', reason: 'proxy' })
        expect(failure.message).toContain('network’s proxy')
        expect(failure.hint).toContain('https_proxy')
      }
    },
  )

  it("isn't retried if it blocks a host", async () => {
    const proxy = await through({ refuses: 403 })
    await failureOf(ask())
    expect(proxy.requestedTargets).toHaveLength(1)
  })

  it('forwards requests over SOCKS5 to GitLab, whose certificate is still verified', async () => {
    const proxy = await throughSocks(
      { leadsTo: service.port, wants: 'ines:open sesame' },
      'ines:open%20sesame@',
    )
    expect(await ask()).toMatchObject({ id: 1 })
    expect(proxy.requestedTargets).toEqual([`${name}:443`])
    expect(await failureOf(ask('https://other.example.test'))).toMatchObject({
      reason: 'unknown-authority',
    })
  })

  it.each([
    [{ wants: 'ines:sesame' }, 'requires a user name and password'],
    [{ replies: 2 }, 'blocked the connection'],
    [{ replies: 4 }, 'couldn’t connect to'],
  ])('is reported if it rejects a SOCKS5 request with %j', async (rules, says) => {
    await throughSocks(rules)
    const failure = await failureOf(ask(baseUrl, 'add'))
    expect(failure).toMatchObject({ kind: 'offline', reason: 'proxy' })
    expect(failure.message).toContain(says)
  })

  it('is reported instead of the instance if it is unreachable', async () => {
    const stoppedServer = await startServer(() => undefined)
    await stoppedServer.stop()
    useProxy(stoppedServer.url)
    expect(await failureOf(ask(baseUrl, 'add'))).toMatchObject({
      kind: 'offline',
      reason: 'proxy',
      message: expect.stringContaining('Can’t reach your network’s proxy'),
    })
  })
})
