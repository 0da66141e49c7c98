import { once } from 'node:events'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  Server,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
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
import { streamEvents } from './event-stream.ts'
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

// An import of `node:http` would evaluate all of its exports, which load an HTTP client and HTTP/2.
const { createServer } = process.getBuiltinModule('node:http')

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
  server.on('request', routes)
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

/** Requests with a body, which is a JSON object. */
interface Post {
  /** Maximum size in bytes. */
  maxBytes: number
  /** Whether it works without a tab's secret. */
  isOpen?: true
  answer(body: Record<string, unknown> | undefined, request: IncomingMessage): Promise<Answer>
}

type Answer = { status: number; text: string } | { status: number; json?: unknown }

function createRoutes({ latchkey, files, guard, connections, sleep }: RouteOptions) {
  const late = new LateAnswers()

  const posts: Record<string, Post> = {
    '/enter': {
      maxBytes: kibibyte,
      isOpen: true,
      async answer(body, { socket }) {
        const secret = await guard.exchangeKey(body?.key)
        if (!secret) return { status: 401, text: t('host.invalidKey') }
        connections.trust(socket)
        return { status: 200, json: { secret, first: await firstAnswers(latchkey, sleep) } }
      },
    },
    // For another tab of the same browser, which uses it immediately.
    '/keys': {
      maxBytes: kibibyte,
      answer: async () => ({ status: 201, json: { key: guard.keys.create(tabKeyMs).key } }),
    },
    '/invoke': {
      maxBytes: 16 * mebibyte,
      async answer(call, { headers }) {
        // Forms of other sites can't send this type without a preflight request.
        // guard: json-only
        if (!headers['content-type']?.startsWith('application/json'))
          return { status: 415, text: t('host.jsonOnly') }
        if (!call) return { status: 400, text: t('host.jsonOnly') }
        const answer = latchkey.invoke(call.name, call.input, call.account)
        // RFC 7240: clients that prefer respond-async get 202 for a slow call and fetch the response later.
        if (headers.prefer !== 'respond-async') return { status: 200, json: await answer }
        const answerOrId = await late.answerOrId(answer)
        return { status: 'id' in answerOrId ? 202 : 200, json: answerOrId }
      },
    },
    '/answer': {
      maxBytes: kibibyte,
      async answer(body) {
        const call = late.poll(body?.id)
        if (!call) return { status: 404, text: t('host.noCall') }
        return call.answer ? { status: 200, json: call.answer } : { status: 202 }
      },
    },
  }

  function isSignedIn({ headers, socket }: IncomingMessage): boolean {
    const isSignedIn = guard.isSignedIn(headers)
    if (isSignedIn) connections.trust(socket)
    return isSignedIn
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers } = request
    const path = pathOf(request)
    const isPageFile = method === 'GET' && path !== '/events'
    const isAllowed = guard.isForThisHost(headers) && (isPageFile || guard.isFromOwnPage(headers))
    if (!isAllowed) return send(response, { status: 403, text: denial(guard, headers) })
    const post = method === 'POST' && Object.hasOwn(posts, path) ? posts[path] : undefined
    const mustSignIn = post ? !post.isOpen : path === '/events'
    if (mustSignIn && !isSignedIn(request))
      return send(response, { status: 401, text: t('host.notSignedIn') })
    if (post) {
      const body = await readBody(request, post.maxBytes)
      if (!body) return send(response.setHeader('connection', 'close'), { status: 413 })
      return send(response, await post.answer(parseJsonObject(body), request))
    }
    if (method === 'GET' && path === '/events') return streamEvents(response, latchkey)
    const file = method === 'GET' || method === 'HEAD' ? files(path) : undefined
    if (!file) return send(response, { status: 404, text: t('host.notFound') })
    response.writeHead(200, file.headers).end(file.body)
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(browserPageHeaders)) response.setHeader(name, value)
    try {
      await respond(request, response)
    } catch {
      if (response.headersSent) response.destroy()
      else send(response, { status: 500, text: t('host.failed') })
    }
  }
}

function send(response: ServerResponse, answer: Answer): void {
  const [type, text] =
    'text' in answer
      ? ['text/plain; charset=utf-8', answer.text]
      : ['application/json', answer.json === undefined ? '' : JSON.stringify(answer.json)]
  response.writeHead(answer.status, { 'content-type': type }).end(text)
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0]!
}

/** Undefined if the body is too large. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let length = 0
  // The response is sent over the same connection, so it stays open.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    // guard: body-size
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parseJsonObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
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

async function stopServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
