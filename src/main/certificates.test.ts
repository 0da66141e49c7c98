import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Electron from 'electron'
import { type TestAuthority, createAuthority } from '../core/platform/network/testing/authority.ts'
import { type TlsServer, startTlsServer } from '../core/platform/network/testing/tls-server.ts'
import { setupCertificates } from './certificates.ts'
import { chromiumFetch } from './network.ts'
import {
  app,
  around,
  dialog,
  killNetworkProcess,
  partitions,
  seen,
} from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const certificate = (subjectName: string) => ({
  subjectName,
  issuerName: 'Example CA',
  validExpiry: 1_900_000_000,
  fingerprint: `sha256/${subjectName}`,
})
const [ines, max] = [certificate('Ines'), certificate('Max')]

/** The client certificate sent to a server that requests one. */
function certificateSentTo(service: string, list = [ines, max]): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const event = { preventDefault: vi.fn() }
  app.emit('select-client-certificate', event, null, service, list, resolve)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  return promise
}

/** Certificates that a test can trust and remove. */
function ownCertificates() {
  const listeners: (() => void)[] = []
  let selected: string[] = []
  return {
    forHost: () => selected,
    onChange: (listener: () => void) => void listeners.push(listener),
    choose(...certificates: string[]) {
      selected = certificates
      for (const listener of listeners) listener()
    },
  }
}

let trustedCertificates: ReturnType<typeof ownCertificates>
let trust: ReturnType<typeof setupCertificates>
let fetch: typeof globalThis.fetch
beforeEach(() => {
  app.removeAllListeners()
  seen.questions.length = 0
  partitions.clear()
  trustedCertificates = ownCertificates()
  trust = setupCertificates(trustedCertificates)
  fetch = chromiumFetch(trust)
})

let authority: TestAuthority
let server: TlsServer
beforeAll(async () => {
  authority = createAuthority()
  server = await startTlsServer(authority.issue())
})
afterAll(async () => {
  await server.stop()
  authority.remove()
})

const read = {}
const write: RequestInit = { method: 'POST', body: 'x', headers: { 'PRIVATE-TOKEN': 't' } }

/** The outcome of each request, with Chromium's error name on failure. */
async function outcomes(url: string, ...requests: RequestInit[]): Promise<string[]> {
  const ends: string[] = []
  for (const init of requests) {
    ends.push(
      await fetch(url, init).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        (error: Error) => error.message,
      ),
    )
  }
  return ends
}
const trusted = Array(2).fill('200 {"id":1}')
const refused = Array(2).fill('net::ERR_CERT_AUTHORITY_INVALID')

describe('trusted certificate', () => {
  it('applies from the next read and write until it is removed', async () => {
    expect(await outcomes(server.url, read, write)).toEqual(refused)
    trustedCertificates.choose(authority.cert)
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
    trustedCertificates.choose()
    expect(await outcomes(server.url, read, write)).toEqual(refused)
  })

  it('no longer applies to a waiting write after it is removed', async () => {
    trustedCertificates.choose(authority.cert)
    expect(await outcomes(server.url, write)).toEqual(['200 {"id":1}'])
    const [, used] = [...partitions].find(([name]) => name.startsWith('writes-'))!
    const close = used.closeAllConnections
    used.closeAllConnections = async () => {
      await close()
      trustedCertificates.choose()
    }
    expect(await outcomes(server.url, write)).toEqual(['net::ERR_CERT_AUTHORITY_INVALID'])
  })

  it('still applies after the network process crashed', async () => {
    trustedCertificates.choose(authority.cert)
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
    killNetworkProcess()
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
  })

  it("doesn't abort requests in progress when it is removed", async () => {
    trustedCertificates.choose(authority.cert)
    const [reading, writing] = await Promise.all([
      fetch(server.url, read),
      fetch(server.url, write),
    ])
    trustedCertificates.choose()
    expect([await reading.json(), await writing.json()]).toEqual([{ id: 1 }, { id: 1 }])
  })
})

describe('client certificate prompt', () => {
  afterEach(() => around.clientCertificates.clear())

  it.each([
    ['gitlab.example.com:443', 'gitlab.example.com'],
    ['gitlab.example.com:8443', 'gitlab.example.com:8443'],
    ['10.0.0.7:443', '10.0.0.7'],
    ['[2001:db8::7]:8443', '[2001:db8::7]:8443'],
    ['https://gitlab.example.com/api/v4/user', 'gitlab.example.com'],
    ['https://gitlab.example.com:8443/', 'gitlab.example.com:8443'],
    ['', 'The server'],
    [':', 'The server'],
  ])('shows the server name if Electron passes %s', async (service, name) => {
    seen.messageBoxAnswer = 1
    expect(await certificateSentTo(service)).toBe(max)
    expect(seen.questions[0]!.message).toBe(`${name} requires a client certificate.`)
  })

  it('appears once for all sessions and both forms of the host name', async () => {
    for (const [button, expected] of [
      [0, ines],
      [2, undefined],
    ] as const) {
      seen.messageBoxAnswer = button
      const host = `gitlab-${button}.example.com`
      const services = [`${host}:443`, `${host}:443`, `https://${host}/`, `${host}:443`]
      expect(await Promise.all(services.map((service) => certificateSentTo(service)))).toEqual(
        Array(4).fill(expected),
      )
    }
    expect(seen.questions).toHaveLength(2)
  })

  it('appears once for concurrent requests and applies to reads and writes', async () => {
    const certificate = ines as unknown as Electron.Certificate
    around.clientCertificates.set(certificate, authority.issue({ use: 'clientAuth' }))
    const requestingServer = await startTlsServer({
      ...authority.issue(),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    trustedCertificates.choose(authority.cert)
    seen.messageBoxAnswer = 0
    expect(
      (await Promise.all([read, write].map((init) => outcomes(requestingServer.url, init)))).flat(),
    ).toEqual(trusted)
    expect(seen.questions).toHaveLength(1)
    expect([...partitions.keys()].sort()).toEqual(['reads-1', 'writes-0-1'])
    await requestingServer.stop()
  })

  it("appears once if the user doesn't choose a certificate", async () => {
    const certificate = max as unknown as Electron.Certificate
    around.clientCertificates.set(certificate, authority.issue({ use: 'clientAuth' }))
    const requestingServer = await startTlsServer({
      ...authority.issue(),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    trustedCertificates.choose(authority.cert)
    seen.messageBoxAnswer = 1
    const onPrompt = vi.fn()
    app.on('select-client-certificate', onPrompt)
    expect(await outcomes(requestingServer.url, read)).toEqual([
      'net::ERR_BAD_SSL_CLIENT_AUTH_CERT',
    ])
    expect(onPrompt).toHaveBeenCalledOnce()
    await requestingServer.stop()
  })

  it('appears again, in new sessions, when the user who chose none tries again', async () => {
    const certificate = ines as unknown as Electron.Certificate
    around.clientCertificates.set(certificate, authority.issue({ use: 'clientAuth' }))
    const requestingServer = await startTlsServer({
      ...authority.issue(),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    trustedCertificates.choose(authority.cert)
    seen.messageBoxAnswer = 1
    const refusedClient = ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT']
    expect(await outcomes(requestingServer.url, read)).toEqual(refusedClient)
    seen.messageBoxAnswer = 0
    expect(await outcomes(requestingServer.url, read)).toEqual(refusedClient)
    expect(seen.questions).toHaveLength(1)
    trust.askAgain()
    expect(await outcomes(requestingServer.url, read)).toEqual(trusted.slice(0, 1))
    expect(seen.questions).toHaveLength(2)
    expect([...partitions.keys()]).toEqual(['reads-1', 'reads-2'])
    trust.askAgain()
    expect(await outcomes(requestingServer.url, read)).toEqual(trusted.slice(0, 1))
    expect(seen.questions).toHaveLength(2)
    await requestingServer.stop()
  })

  it("doesn't send a certificate if it can't be shown, and appears again next time", async () => {
    seen.messageBoxAnswer = 0
    const failingDialog = vi
      .spyOn(dialog, 'showMessageBox')
      .mockRejectedValue(new Error('No window.'))
    const service = 'gitlab-unshown.example.com:443'
    expect(await Promise.all([certificateSentTo(service), certificateSentTo(service)])).toEqual([
      undefined,
      undefined,
    ])
    expect(failingDialog).toHaveBeenCalledOnce()
    failingDialog.mockRestore()
    expect(await certificateSentTo(service)).toBe(ines)
    expect(seen.questions).toHaveLength(1)
  })

  it('appears again for another port and for changed certificates', async () => {
    seen.messageBoxAnswer = 0
    await certificateSentTo('gitlab.example.com:443')
    await certificateSentTo('gitlab.example.com:8443')
    expect(await certificateSentTo('gitlab.example.com:443', [max])).toBe(max)
    expect(seen.questions).toHaveLength(3)
  })
})
