import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.ts'
import {
  type RawAnswer,
  type RawRequest,
  startRawServer,
} from '../core/platform/network/testing/raw-server.ts'
import { isFull } from '../core/testing/proof.ts'

// Why the app sends each write over a fresh connection: Chromium itself resends a POST if a previously used connection
// breaks before the response.

const tries = isFull ? { used: 100, fresh: 1000 } : { used: 4, fresh: 8 }
const atOnce = 4

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

const page: RawAnswer = {
  bytes: Buffer.from(
    [
      ...['HTTP/1.1 200 OK', 'access-control-allow-origin: *', 'content-type: text/html'],
      ...['content-length: 15', '', '<!doctype html>'],
    ].join('\r\n'),
  ),
  then: 'stay',
}
const reset: RawAnswer = { bytes: Buffer.alloc(0), then: 'reset' }

/** The POSTs received per attempt. Each attempt has its own browser context and therefore its own connections. */
async function launchRequests(connection: keyof typeof tries): Promise<RawRequest[][]> {
  const pages = await startRawServer(() => page)
  const server = await startRawServer(({ method }) => (method === 'POST' ? reset : page))
  const paths = Array.from({ length: tries[connection] }, (_, nth) => `/${nth}`)
  const remainingPaths = [...paths]
  const work = async () => {
    for (let path = remainingPaths.shift(); path; path = remainingPaths.shift()) {
      const context = await browser.newContext()
      const tab = await context.newPage()
      await tab.goto(pages.url)
      const attempt = { url: `${server.url}${path}`, isUsed: connection === 'used' }
      const outcome = await tab.evaluate(async ({ url, isUsed }) => {
        if (isUsed) await (await fetch(url)).text()
        return fetch(url, { method: 'POST', body: 'x' }).then(
          () => 'answered',
          () => 'failed',
        )
      }, attempt)
      expect(outcome).toBe('failed')
      await context.close()
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await pages.stop()
    await server.stop()
  }
  const posts = server.requests.filter(({ method }) => method === 'POST')
  return paths.map((path) => posts.filter((post) => post.path === path))
}

describe('Chromium when a POST connection is reset before the response', () => {
  it.each([
    // First as the second request on its connection, then again over a new one.
    ['resends over a previously used connection', 'used', [2, 1]],
    ['sends once over a fresh connection', 'fresh', [1]],
  ] as const)('%s', async (_, connection, expectedRequests) => {
    const attempts = await launchRequests(connection)
    for (const posts of attempts) expect(posts.map(({ nth }) => nth)).toEqual(expectedRequests)
    console.log(
      `\nproof: Chromium ${browser.version()}, a POST over a ${connection} connection that is reset before the response: ` +
        `${attempts.length} tries, ${attempts.flat().length} arrivals, ${expectedRequests.length} each`,
    )
  })
})
