import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Latchkey } from '../core/latchkey.ts'
import { hostEventNames } from '../shared/host.ts'

const heartbeatMs = 25_000

/** Every event as a server-sent event, until the page goes away. */
export function eventStream(c: Context, latchkey: Latchkey): Response {
  return streamSSE(c, async (stream) => {
    const ends = hostEventNames.map((name) =>
      latchkey.on(name, (payload) => {
        void stream.writeSSE({ event: name, data: JSON.stringify(payload) })
      }),
    )
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
    await new Promise<void>((gone) => stream.onAbort(gone))
    clearInterval(heartbeat)
    for (const end of ends) end()
  })
}
