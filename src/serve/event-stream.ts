import type { ServerResponse } from 'node:http'
import type { Latchkey } from '../core/app.ts'
import { hostEventNames } from '../shared/operations/host.ts'

const heartbeatMs = 60_000
/** Maximum bytes buffered for a page that doesn't read. */
const maxBufferedBytes = 1024 * 1024

/**
 * Streams all events as server-sent events until the page disconnects. A page that doesn't read, for example because
 * the browser froze it, is disconnected: it reconnects by itself and reloads everything.
 */
export function streamEvents(response: ServerResponse, latchkey: Pick<Latchkey, 'on'>): void {
  const send = (text: string) => {
    response.write(text)
    if (response.writableLength > maxBufferedBytes) response.destroy()
  }
  const ends = hostEventNames.map((name) =>
    latchkey.on(name, (payload) => {
      send(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`)
    }),
  )
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs)
  response.once('close', () => {
    clearInterval(heartbeat)
    for (const end of ends) end()
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  response.writeHead(200, headers).flushHeaders()
}
