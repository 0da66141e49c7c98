import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, type ServerOptions, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Latchkey } from '../core/app.ts'
import { followSettings } from '../core/features/desktop/follow-settings.ts'
import type { Log } from '../core/platform/log/log.ts'
import { t } from '../core/platform/messages.ts'
import { sleep } from '../core/platform/time/scheduler.ts'
import { pageFiles } from '../core/platform/page/page-files.ts'
import type { Settings } from '../shared/operations/settings.ts'
import { type FirstAnswer, firstCalls, homeCalls, homeReads } from '../shared/operations/host.ts'
import { browserPageHeaders } from '../shared/rules/page-policy.ts'
import { Connections } from './connections.ts'
import { eventStream } from './event-stream.ts'
import { Guard, type Sleep } from './guard.ts'
import { LateAnswers } from './late-answers.ts'
import type { OneTimeKey } from './one-time-keys.ts'

export interface BrowserHost {
  /** The page's origin. Opening the page requires a key. */
  origin: string
  /** A URL that works once, and only for the given number of milliseconds, if any. */
  oneTimeUrl(lifetimeMs?: number): OneTimeUrl
  stop(): Promise<void>
}

/** The key is in the fragment. */
export interface OneTimeUrl extends Pick<OneTimeKey, 'used' | 'revoke'> {
  url: string
}

interface Options {
  latchkey: Latchkey
  log: Pick<Log, 'warn'>
  /** Folder of the built page. */
  pageFolder: string
  /** 0 picks any free port. */
  port: number
  /** Resolves after the given number of milliseconds. */
  sleep?: Sleep
}

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** How long (ms) a tab can use a key requested by another tab. */
const tabKeyMs = 10_000

/** How long (ms) to wait for the first responses that are sent with the secret. */
const firstAnswersMs = 100

/**
 * Limits for requests that never end. Each page request includes the cookies of all ports of this computer, and a
 * browser stores up to 180 of them, of 4 KiB each.
 */
const limits: ServerOptions = {
  // guard: room-for-cookies
  maxHeaderSize: mebibyte,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Infrequent, because each check wakes an idle computer.
  connectionsCheckingInterval: 60_000,
}

/** Serves the page and `invoke` to browsers on this computer only. */
export async function startBrowserHost({
  latchkey,
  log,
  pageFolder,
  port,
  sleep: wait = sleep,
}: Options): Promise<BrowserHost> {
  const settings = await followSettings(latchkey, () => undefined)
  const files = pageFiles(pageFolder, () => settings().theme)
  const server = createServer(limits)
  const connections = new Connections()
  server.on('connection', (socket) => connections.add(socket))
  // guard: listens-here
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${address.port}`
  const guard = new Guard(address.port, log, wait)
  const routes = createRoutes({ latchkey, files, guard, connections, sleep: wait })
  server.on('request', getRequestListener(routes.fetch))
  return {
    origin,
    oneTimeUrl(lifetimeMs) {
      const { key, ...rest } = guard.keys.create(lifetimeMs)
      return { url: `${origin}/#key=${key}`, ...rest }
    },
    async stop() {
      guard.close()
      await stopServer(server)
    },
  }
}

/** Why a request is rejected. */
function denial(guard: Guard, headers: IncomingHttpHeaders): string {
  const { port } = guard
  if (!guard.isForOtherPort(headers)) return t('host.noAccess')
  const command = `ssh -L ${port}:127.0.0.1:${port} HOST`
  return t('host.otherPort', { port: String(port), command })
}

interface RouteOptions extends Pick<Options, 'latchkey'> {
  files: ReturnType<typeof pageFiles>
  guard: Guard
  connections: Connections
  sleep: Sleep
}

function createRoutes({ latchkey, files, guard, connections, sleep }: RouteOptions) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const late = new LateAnswers()

  app.use(async (c, next) => {
    const { headers } = c.env.incoming
    const isPageFile = c.req.method === 'GET' && c.req.path !== '/events'
    const isAllowed = guard.isForThisHost(headers) && (isPageFile || guard.isFromOwnPage(headers))
    if (!isAllowed) return c.text(denial(guard, headers), 403)
    await next()
    for (const [name, value] of Object.entries(browserPageHeaders)) c.header(name, value)
  })
  app.post('/enter', bodyLimit({ maxSize: kibibyte }), async (c) => {
    const secret = await guard.exchangeKey((await readJsonObject(c.req))?.key)
    if (!secret) return c.text(t('host.invalidKey'), 401)
    connections.trust(c.env.incoming.socket)
    return c.json({ secret, first: await firstAnswers(latchkey, sleep) })
  })
  app.use('/invoke', requireSignIn(guard, connections))
  app.use('/answer', requireSignIn(guard, connections))
  app.use('/events', requireSignIn(guard, connections))
  app.use('/keys', requireSignIn(guard, connections))
  // For another tab of the same browser, which uses it immediately.
  app.post('/keys', (c) => c.json({ key: guard.keys.create(tabKeyMs).key }, 201))
  app.post('/invoke', bodyLimit({ maxSize: 16 * mebibyte }), async (c) => {
    // Forms of other sites can't send this type without a preflight request.
    // guard: json-only
    if (!c.req.header('content-type')?.startsWith('application/json'))
      return c.text(t('host.jsonOnly'), 415)
    const call = await readJsonObject(c.req)
    if (!call) return c.text(t('host.jsonOnly'), 400)
    const answer = latchkey.invoke(call.name, call.input, call.account)
    // RFC 7240: clients that prefer respond-async get 202 for a slow call and fetch the response later.
    if (c.req.header('prefer') !== 'respond-async') return c.json(await answer)
    const answerOrId = await late.answerOrId(answer)
    return c.json(answerOrId, 'id' in answerOrId ? 202 : 200)
  })
  app.post('/answer', bodyLimit({ maxSize: kibibyte }), async (c) => {
    const call = late.poll((await readJsonObject(c.req))?.id)
    if (!call) return c.text(t('host.noCall'), 404)
    return call.answer ? c.json(call.answer) : c.body(null, 202)
  })
  app.get('/events', (c) => eventStream(c, latchkey))
  app.get('*', (c) => {
    const file = files(c.req.path)
    if (!file) return c.text(t('host.notFound'), 404)
    return c.body(file.body, 200, file.headers)
  })
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text(t('host.failed'), 500),
  )
  return app
}

/** Signing in waits for these calls, so a keychain prompt must not delay the others. */
async function firstAnswers({ invoke }: Latchkey, sleep: Sleep): Promise<FirstAnswer[]> {
  const isTooLate = sleep(firstAnswersMs)
  async function ask(name: string, input: object, account?: string): Promise<FirstAnswer[]> {
    const answer = await Promise.race([invoke(name, input, account), isTooLate])
    return answer ? [{ name, input, account, answer }] : []
  }
  const answers = (await Promise.all(firstCalls.map((name) => ask(name, {})))).flat()
  const account = lastAccountIn(answers)
  if (account === undefined) return answers
  const home = await Promise.all([
    ...homeReads.map((name) => ask('cache.read', { name, input: {} }, account)),
    ...homeCalls.map((name) => ask(name, {}, account)),
  ])
  return [...answers, ...home.flat()]
}

/** The account whose Home will probably be shown first. */
function lastAccountIn(answers: readonly FirstAnswer[]): string | undefined {
  const settings = answers.find(({ name }) => name === 'settings.get')?.answer
  return settings?.ok ? (settings.value as Settings).lastAccount : undefined
}

function requireSignIn(guard: Guard, connections: Connections) {
  return async (
    c: { env: HttpBindings; text(text: string, status: 401): Response },
    next: () => Promise<void>,
  ) => {
    if (!guard.isSignedIn(c.env.incoming.headers)) return c.text(t('host.notSignedIn'), 401)
    connections.trust(c.env.incoming.socket)
    return next()
  }
}

async function readJsonObject(request: {
  json(): Promise<unknown>
}): Promise<Record<string, unknown> | undefined> {
  const body = await request.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

async function stopServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
