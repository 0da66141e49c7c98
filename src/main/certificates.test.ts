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
function shownTo(service: string, list = [ines, max]): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const event = { preventDefault: vi.fn() }
  app.emit('select-client-certificate', event, null, service, list, resolve)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  return promise
}

/** Certificates trusted and removed by a test. */
function ownCertificates() {
  const listeners: (() => void)[] = []
  let chosen: string[] = []
  return {
    forHost: () => chosen,
    onChange: (listener: () => void) => void listeners.push(listener),
    choose(...certificates: string[]) {
      chosen = certificates
      for (const listener of listeners) listener()
    },
  }
}

let own: ReturnType<typeof ownCertificates>
let fetch: typeof globalThis.fetch
beforeEach(() => {
  app.removeAllListeners()
  seen.questions.length = 0
  partitions.clear()
  own = ownCertificates()
  fetch = chromiumFetch(setupCertificates(own))
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
    own.choose(authority.cert)
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
    own.choose()
    expect(await outcomes(server.url, read, write)).toEqual(refused)
  })

  it('no longer applies to a waiting write after it is removed', async () => {
    own.choose(authority.cert)
    expect(await outcomes(server.url, write)).toEqual(['200 {"id":1}'])
    const [, used] = [...partitions].find(([name]) => name.startsWith('writes-'))!
    const close = used.closeAllConnections
    used.closeAllConnections = async () => {
      await close()
      own.choose()
    }
    expect(await outcomes(server.url, write)).toEqual(['net::ERR_CERT_AUTHORITY_INVALID'])
  })

  it('still applies after the network process crashed', async () => {
    own.choose(authority.cert)
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
    killNetworkProcess()
    expect(await outcomes(server.url, read, write)).toEqual(trusted)
  })

  it("doesn't abort requests in progress when it is removed", async () => {
    own.choose(authority.cert)
    const [reading, writing] = await Promise.all([
      fetch(server.url, read),
      fetch(server.url, write),
    ])
    own.choose()
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
    expect(await shownTo(service)).toBe(max)
    expect(seen.questions[0]!.message).toBe(`${name} requires a client certificate.`)
  })

  it('appears once for all sessions and both forms of the host name', async () => {
    for (const [button, shown] of [
      [0, ines],
      [2, undefined],
    ] as const) {
      seen.messageBoxAnswer = button
      const host = `gitlab-${button}.example.com`
      const services = [`${host}:443`, `${host}:443`, `https://${host}/`, `${host}:443`]
      expect(await Promise.all(services.map((service) => shownTo(service)))).toEqual(
        Array(4).fill(shown),
      )
    }
    expect(seen.questions).toHaveLength(2)
  })

  it('appears once for concurrent requests and applies to reads and writes', async () => {
    const certificate = ines as unknown as Electron.Certificate
    around.clientCertificates.set(certificate, authority.issue({ use: 'clientAuth' }))
    const wanting = await startTlsServer({
      ...authority.issue(),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    own.choose(authority.cert)
    seen.messageBoxAnswer = 0
    expect(
      (await Promise.all([read, write].map((init) => outcomes(wanting.url, init)))).flat(),
    ).toEqual(trusted)
    expect(seen.questions).toHaveLength(1)
    expect([...partitions.keys()].sort()).toEqual(['reads-1', 'writes-0-1'])
    await wanting.stop()
  })

  it("appears once if the user doesn't choose a certificate", async () => {
    const certificate = max as unknown as Electron.Certificate
    around.clientCertificates.set(certificate, authority.issue({ use: 'clientAuth' }))
    const wanting = await startTlsServer({
      ...authority.issue(),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    own.choose(authority.cert)
    seen.messageBoxAnswer = 1
    const asked = vi.fn()
    app.on('select-client-certificate', asked)
    expect(await outcomes(wanting.url, read)).toEqual(['net::ERR_BAD_SSL_CLIENT_AUTH_CERT'])
    expect(asked).toHaveBeenCalledOnce()
    await wanting.stop()
  })

  it("doesn't send a certificate if it can't be shown, and appears again next time", async () => {
    seen.messageBoxAnswer = 0
    const unshown = vi.spyOn(dialog, 'showMessageBox').mockRejectedValue(new Error('No window.'))
    const service = 'gitlab-unshown.example.com:443'
    expect(await Promise.all([shownTo(service), shownTo(service)])).toEqual([undefined, undefined])
    expect(unshown).toHaveBeenCalledOnce()
    unshown.mockRestore()
    expect(await shownTo(service)).toBe(ines)
    expect(seen.questions).toHaveLength(1)
  })

  it('appears again for another port and for changed certificates', async () => {
    seen.messageBoxAnswer = 0
    await shownTo('gitlab.example.com:443')
    await shownTo('gitlab.example.com:8443')
    expect(await shownTo('gitlab.example.com:443', [max])).toBe(max)
    expect(seen.questions).toHaveLength(3)
  })
})
