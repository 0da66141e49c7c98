import { expect, it, onTestFinished, vi } from 'vitest'
import { describeFetch } from '../core/platform/network/testing/fetch-suite.ts'
import { startRawServer } from '../core/platform/network/testing/raw-server.ts'
import { chromiumFetch, setupNetwork } from './network.ts'
import { app, around, partitions, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const fetch = chromiumFetch({ apply: () => undefined, onChange: () => undefined })

describeFetch('fetch in Electron', fetch, { reads: 'as Chromium' })

it.each(['linux', 'win32', 'darwin'] as const)(
  'network contacts only the hosts of its requests on %s',
  async (system) => {
    const { platform } = process
    Object.defineProperty(process, 'platform', { value: system })
    onTestFinished(() => {
      Object.defineProperty(process, 'platform', { value: platform })
      app.removeAllListeners('session-created')
    })
    seen.isReady = false
    setupNetwork()
    await app.whenReady()
    around.contacted.clear()
    partitions.clear()
    await expect(fetch('http://127.0.0.1:1/', { method: 'POST' })).rejects.toThrow()
    await new Promise(setImmediate)
    expect([...around.contacted]).toEqual(['127.0.0.1'])
  },
)

it("network sends the user's system credentials to intranet servers only if the system allows it", async () => {
  const server = await startRawServer(({ headers }) => ({
    bytes: Buffer.from(
      /^authorization: negotiate/im.test(headers)
        ? 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
        : 'HTTP/1.1 401 No\r\nwww-authenticate: Negotiate\r\ncontent-length: 0\r\n\r\n',
    ),
    then: 'stay',
  }))
  onTestFinished(async () => {
    around.isIntranet = false
    await server.stop()
  })
  expect((await fetch(server.url)).status).toBe(401)
  around.isIntranet = true
  expect((await fetch(server.url)).status).toBe(200)
})
