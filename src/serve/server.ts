import { once } from 'node:events'
import { type Server, type ServerOptions, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Latchkey } from '../core/latchkey.ts'
import { pageFiles } from '../core/page/page-files.ts'
import { pageHeaders } from '../shared/page-policy.ts'
import { Connections } from './connections.ts'
import { eventStream } from './event-stream.ts'
import { Guard } from './guard.ts'
import { LateAnswers } from './late-answers.ts'

export interface BrowserHost {
  /** Address with the key in its fragment: whoever opens it is in. */
  url: string
  /** The same with a key that opens once, for handing it to another program. */
  urlForOnce(): string
  stop(): Promise<void>
}

interface Options {
  latchkey: Latchkey
  /** Folder of the built page. */
  pageFolder: string
  /** 0 takes any free port. */
  port: number
}

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/**
 * Requests that never end are given up. Cookies of all ports of this machine come along with each request for a page, and a browser
 * keeps up to 180 of them, of 4 KiB each.
 */
const limits: ServerOptions = {
  maxHeaderSize: mebibyte,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}

/** Serves the page and `invoke` to a browser on this machine, and to nobody else. */
export async function startBrowserHost({
  latchkey,
  pageFolder,
  port,
}: Options): Promise<BrowserHost> {
  const server = createServer(limits)
  const connections = new Connections()
  server.on('connection', (socket) => connections.add(socket))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const guard = new Guard(address.port)
  server.on('request', getRequestListener(routes(latchkey, pageFolder, guard, connections).fetch))
  return {
    url: `http://127.0.0.1:${address.port}/#key=${guard.key}`,
    urlForOnce: () => `http://127.0.0.1:${address.port}/#key=${guard.keyForOnce()}`,
    stop: () => stopped(server),
  }
}

function routes(latchkey: Latchkey, pageFolder: string, guard: Guard, connections: Connections) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const files = pageFiles(pageFolder)
  const late = new LateAnswers()

  app.use(async (c, next) => {
    const { headers } = c.env.incoming
    const isPageFile = c.req.method === 'GET' && c.req.path !== '/events'
    if (!guard.isForUs(headers)) return c.text('Not for you.', 403)
    if (!isPageFile && !guard.isFromOwnPage(headers)) return c.text('Not for you.', 403)
    await next()
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
  })
  app.post('/enter', bodyLimit({ maxSize: kibibyte }), async (c) => {
    const cookie = guard.open((await jsonBody(c.req))?.key)
    if (!cookie) return c.text('Wrong key.', 401)
    c.header('set-cookie', cookie)
    return c.body(null, 204)
  })
  app.use('/invoke', signedIn(guard, connections))
  app.use('/answer', signedIn(guard, connections))
  app.use('/events', signedIn(guard, connections))
  app.post('/invoke', bodyLimit({ maxSize: 16 * mebibyte }), async (c) => {
    // A form of another site cannot send this type without asking first.
    if (!c.req.header('content-type')?.startsWith('application/json'))
      return c.text('JSON only.', 415)
    const call = await jsonBody(c.req)
    if (!call) return c.text('No JSON object.', 400)
    const answer = latchkey.invoke(call.name, call.input, call.account)
    // RFC 7240: who prefers that gets 202 for a call that takes long, and asks for its answer later.
    if (c.req.header('prefer') !== 'respond-async') return c.json(await answer)
    const answerOrId = await late.answerOrId(answer)
    return c.json(answerOrId, 'id' in answerOrId ? 202 : 200)
  })
  app.post('/answer', bodyLimit({ maxSize: kibibyte }), async (c) => {
    const call = late.take((await jsonBody(c.req))?.id)
    if (!call) return c.text('No such call.', 404)
    return call.answer ? c.json(call.answer) : c.body(null, 202)
  })
  app.get('/events', (c) => eventStream(c, latchkey))
  app.get('*', (c) => {
    const file = files(c.req.path)
    if (!file) return c.text('Not here.', 404)
    return c.body(file.body, 200, file.headers)
  })
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text('The browser host failed.', 500),
  )
  return app
}

function signedIn(guard: Guard, connections: Connections) {
  return async (
    c: { env: HttpBindings; text(text: string, status: 401): Response },
    next: () => Promise<void>,
  ) => {
    if (!guard.isSignedIn(c.env.incoming.headers))
      return c.text('Open Latchkey by its address.', 401)
    connections.trust(c.env.incoming.socket)
    return next()
  }
}

async function jsonBody(request: {
  json(): Promise<unknown>
}): Promise<Record<string, unknown> | undefined> {
  const body = await request.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

async function stopped(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
