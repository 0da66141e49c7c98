import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Events, createEvents } from '../core/platform/events.ts'
import type { Notice } from '../shared/operations/desktop.ts'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import { testLog } from '../core/testing/log.ts'
import { type BrowserHost, startBrowserHost } from './server.ts'
import { openTestPage } from './testing/test-page.ts'

const megabyte = 1_000_000

let latchkey: TestLatchkey
let host: BrowserHost
let events: Events
/** Event subscribers. */
let listening: Set<unknown>
const sockets: Socket[] = []
beforeEach(async () => {
  latchkey = createTestLatchkey()
  const listeners = (listening = new Set())
  events = createEvents(() => expect.unreachable())
  const on: Events['on'] = (name, listener) => {
    const end = events.on(name, listener)
    if (name !== 'notice') return end
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      end()
    }
  }
  host = await startBrowserHost({
    latchkey: { ...latchkey, on },
    log: testLog(() => undefined),
    pageFolder: '.',
    port: 0,
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await host.stop()
  await latchkey.close()
})

/** A page that receives events over its own socket. */
async function listen(): Promise<Socket> {
  const { headers } = await openTestPage(host)
  const { port, host: name } = new URL(host.origin)
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  socket.write(
    `GET /events HTTP/1.1\r\nHost: ${name}\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  )
  await once(socket, 'data')
  return socket
}

function notice(bytes: number): Notice {
  return { key: 'k', title: 't', text: 'x'.repeat(bytes), visit: {}, onScreen: false }
}

it("event stream disconnects a page that doesn't read its events", async () => {
  const socket = await listen()
  socket.pause()
  let sent = 0
  // The system buffers some megabytes per socket before writes block.
  while (listening.size > 0 && sent < 100 * megabyte) {
    events.emit('notice', notice(megabyte / 10))
    sent += megabyte / 10
    await turn()
  }
  expect(listening.size).toBe(0)
  const closed = once(socket, 'close')
  socket.on('error', () => undefined).resume()
  await closed

  const again = await listen()
  expect(listening.size).toBe(1)
  const firstData = once(again, 'data') as Promise<[Buffer]>
  events.emit('notice', notice(10))
  expect(String((await firstData)[0])).toContain('event: notice\ndata: {"key":"k"')
})

it('event stream sends any number of events to a reading page', async () => {
  const socket = await listen()
  let receivedBytes = 0
  socket.on('data', (chunk: Buffer) => (receivedBytes += chunk.length))
  for (let nth = 1; nth <= 300; nth += 1) {
    events.emit('notice', notice(megabyte / 10))
    while (receivedBytes < (nth * megabyte) / 10) await turn()
  }
  expect(listening.size).toBe(1)
})
