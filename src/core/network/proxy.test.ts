import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestClient, failureOf, things } from '../service-client/testing/client.ts'
import { startServer } from '../testing/http-server.ts'
import { testLog } from '../testing/log.ts'
import { OwnCertificates } from './own-certificates.ts'
import { type TestAuthority, createAuthority } from './testing/authority.ts'
import { startProxy } from './testing/proxy.ts'
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

describe('a proxy', () => {
  it('forwards to the service, whose certificate is still verified', async () => {
    const proxy = await through({ leadsTo: service.port })
    expect(await ask()).toMatchObject({ id: 1 })
    expect(proxy.wanted).toEqual([`${name}:443`])
    vi.stubEnv('https_proxy', proxy.url)
    const failure = await failureOf(ask('https://other.example.test'))
    expect(failure).toMatchObject({ reason: 'unknown-authority' })
  })

  it('that requires credentials gets them from its URL, or is reported', async () => {
    await through({ leadsTo: service.port, wants: 'ines:open sesame' }, 'ines:open%20sesame@')
    expect(await ask()).toMatchObject({ id: 1 })
    await through({ leadsTo: service.port, wants: 'ines:open sesame' })
    const asked = service.asked()
    for (const [target, row] of [
      [baseUrl, 'get'],
      [baseUrl, 'add'],
      [`http://${name}`, 'add'],
    ] as const) {
      expect(await failureOf(ask(target, row))).toMatchObject({
        kind: 'offline',
        reason: 'proxy',
        message: expect.stringContaining('requires a user name and password'),
      })
    }
    expect(service.asked()).toBe(asked)
  })

  it('that blocks the host is reported', async () => {
    await through({ refuses: 403 })
    expect(await failureOf(ask(baseUrl, 'add'))).toMatchObject({
      kind: 'offline',
      reason: 'proxy',
      message: expect.stringContaining('blocked the connection'),
    })
  })

  it('that is unreachable is distinguished from an unreachable service', async () => {
    const gone = await startServer(() => undefined)
    await gone.stop()
    useProxy(gone.url)
    expect(await failureOf(ask(baseUrl, 'add'))).toMatchObject({
      kind: 'offline',
      reason: 'proxy',
      message: expect.stringContaining('Can’t reach your network’s proxy'),
    })
  })
})
