import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, failureOf, things } from '../../gitlab/testing/client.ts'
import { testLog } from '../../testing/log.ts'
import { OwnCertificates } from './own-certificates.ts'
import { type TestAuthority, createAuthority, selfSigned } from './testing/authority.ts'
import { type TlsServer, startTlsServer } from './testing/tls-server.ts'

let authority: TestAuthority
let folder: string
const servers: TlsServer[] = []
beforeAll(() => {
  authority = createAuthority()
  folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'))
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))
afterAll(() => {
  authority.remove()
  rmSync(folder, { recursive: true })
})

async function serve(options: SecureContextOptions & TlsOptions): Promise<TlsServer> {
  const server = await startTlsServer(options)
  servers.push(server)
  return server
}

function ownCertificates(): OwnCertificates {
  return new OwnCertificates(mkdtempSync(join(folder, 'data-')), testLog(() => undefined).warn)
}

/** Trusts the authority for a URL, as a user does after checking the fingerprint. */
function trust(trustedCertificates: OwnCertificates, url: string, { cert } = authority): void {
  trustedCertificates.trust(url, Buffer.from(cert), new X509Certificate(cert).fingerprint256)
}

const clientWith = (certificates?: OwnCertificates) => createTestClient({ certificates }).client
const read = { id_or_username: 1 }

describe('untrusted connection', () => {
  const cases: [name: string, options: () => SecureContextOptions & TlsOptions, says: RegExp][] = [
    ['expired', () => authority.issue({ to: '2001-01-01' }), /expired certificate/],
    ['not yet valid', () => authority.issue({ from: '2098-01-01' }), /isn’t valid yet/],
    [
      'for another host',
      () => authority.issue({ names: 'DNS:a.example.com' }),
      /another host name/,
    ],
    ['not for servers', () => authority.issue({ use: 'clientAuth' }), /invalid certificate/],
    [
      'with outdated TLS',
      () => ({
        ...authority.issue(),
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
      /no longer secure/,
    ],
    [
      'without a common cipher',
      () => ({
        ...authority.issue(),
        maxVersion: 'TLSv1.2',
        ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
      }),
      /no secure cipher/,
    ],
    [
      'with a client certificate request',
      () => ({
        ...authority.issue(),
        maxVersion: 'TLSv1.2',
        requestCert: true,
        ca: authority.cert,
      }),
      /or require a client certificate/,
    ],
  ]

  it.each(cases)('fails with an explanation and sends nothing: %s', async (_, options, says) => {
    const server = await serve(options())
    const trustedCertificates = ownCertificates()
    trust(trustedCertificates, server.url)
    const client = clientWith(trustedCertificates)
    for (const call of [
      client.call({ baseUrl: server.url }, things.get, read),
      client.call({ baseUrl: server.url }, things.add, { name: 'x' }),
    ]) {
      const failure = await failureOf(call)
      expect(failure.kind).toBe('not-the-service')
      expect(failure.message).toMatch(says)
      expect(failure.hint).toMatch(/\S/)
    }
    expect(server.asked()).toBe(0)
  })

  it('reports an unknown authority and sends nothing', async () => {
    const { key, cert } = authority.issue()
    for (const options of [{ key, cert }, { key, cert: cert + authority.cert }, selfSigned()]) {
      const server = await serve(options)
      const failure = await failureOf(clientWith().call({ baseUrl: server.url }, things.get, read))
      expect(failure).toMatchObject({ kind: 'not-the-service', reason: 'unknown-authority' })
      expect(server.asked()).toBe(0)
    }
  })
})

describe('selected certificate', () => {
  it('is trusted only for its origin and only until it is removed', async () => {
    const [server, other] = [await serve(authority.issue()), await serve(authority.issue())]
    const trustedCertificates = ownCertificates()
    const client = clientWith(trustedCertificates)
    const ask = ({ url }: TlsServer) => client.call({ baseUrl: url }, things.get, read)
    const unknown = { reason: 'unknown-authority' }
    expect(await failureOf(ask(server))).toMatchObject(unknown)
    trust(trustedCertificates, `${server.url}/gitlab/`)
    expect(await ask(server)).toMatchObject({ id: 1 })
    expect(await failureOf(ask(other))).toMatchObject(unknown)
    trustedCertificates.forget(server.url, new X509Certificate(authority.cert).fingerprint256)
    expect(await failureOf(ask(server))).toMatchObject(unknown)
  })

  it('may be the server’s own', async () => {
    const pair = selfSigned()
    const server = await serve(pair)
    const trustedCertificates = ownCertificates()
    trust(trustedCertificates, server.url, { ...authority, ...pair })
    expect(
      await clientWith(trustedCertificates).call({ baseUrl: server.url }, things.get, read),
    ).toMatchObject({
      id: 1,
    })
  })
})
