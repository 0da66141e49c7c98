import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Latchkey } from '../core/app.ts'
import { hostEventNames } from '../shared/operations/host.ts'

const heartbeatMs = 60_000
/** Maximum bytes buffered for a page that doesn't read. */
const maxBufferedBytes = 1024 * 1024

/**
 * Streams all events as server-sent events until the page disconnects. A page that doesn't read, for example because
 * the browser froze it, is disconnected: it reconnects by itself and reloads everything.
 */
export function eventStream(
  c: Context<{ Bindings: HttpBindings }>,
  latchkey: Pick<Latchkey, 'on'>,
): Response {
  return streamSSE(c, async (stream) => {
    const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<void>()
    stream.onAbort(disconnect)
    let bufferedBytes = 0
    const send = async (text: string) => {
      const bytes = Buffer.byteLength(text)
      bufferedBytes += bytes
      if (bufferedBytes > maxBufferedBytes) {
        disconnect()
        c.env.outgoing.destroy()
        return
      }
      await stream.write(text)
      bufferedBytes -= bytes
    }
    const ends = hostEventNames.map((name) =>
      latchkey.on(name, (payload) => {
        void send(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`)
      }),
    )
    const heartbeat = setInterval(() => void send(': still here\n\n'), heartbeatMs)
    await disconnected
    clearInterval(heartbeat)
    for (const end of ends) end()
  })
}
