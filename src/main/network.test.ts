import { expect, it, onTestFinished, vi } from 'vitest'
import { describeFetch } from '../core/platform/network/testing/fetch-suite.ts'
import { startRawServer } from '../core/platform/network/testing/raw-server.ts'
import { chromiumFetch } from './network.ts'
import { around } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const fetch = chromiumFetch({ apply: () => undefined, onChange: () => undefined })

describeFetch('fetch in Electron', fetch, { reads: 'as Chromium' })

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
