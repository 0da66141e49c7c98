import { once } from 'node:events'
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What happens to a request. */
export type Fate =
  | 'pass'
  /**
   * The connection breaks before the service receives the request, during the response, or after the service has
   * processed the request.
   */
  | 'reset-before'
  | 'reset-middle'
  | 'reset-after'
  /** No response ever arrives, whether or not the service receives the request. */
  | 'hang-before'
  | 'hang-after'
  /** The response is truncated without a connection error. */
  | 'truncate'
  /** A response from something other than the service; if late, the service has already processed the request. */
  | { status: number; headers?: Record<string, string>; body?: string; isLate?: boolean }

/** A request that went through the proxy. */
export interface ProxiedRequest {
  method: string
  path: string
  token: string
}

export interface Proxy {
  url: string
  seen: ProxiedRequest[]
  /** Requests that the service accepted, whatever happened to the response. */
  accepted: ProxiedRequest[]
  /** How many requests broke because the proxy went down. */
  cutOff(): number
  /** Stops listening and breaks the requests in flight. */
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

export const loginPage: Fate = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Guest network</title><form><button>Sign in</button></form>',
}
export const loginRedirect: Fate = {
  status: 302,
  headers: { location: 'http://127.0.0.1:1/guest' },
}
/** Both kinds of rate limits (`lib/gitlab/rack_attack.rb`, `lib/api/helpers/rate_limiter.rb`). */
export const retryLater: Fate = {
  status: 429,
  headers: { 'content-type': 'text/plain', 'retry-after': '1' },
  body: 'Retry later',
}
export const tooManyTimes: Fate = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: '{"message":{"error":"This endpoint has been requested too many times. Try again later."}}',
}

/** A proxy in front of a service that can inject a fault into any request. */
export async function startProxy(
  target: string,
  fateOf: (passing: ProxiedRequest) => Fate = () => 'pass',
): Promise<Proxy> {
  const seen: ProxiedRequest[] = []
  const accepted: ProxiedRequest[] = []
  const sockets = new Set<Socket>()
  const agent = new Agent({ keepAlive: true })
  const inFlight = new Set<ServerResponse>()
  let cutOff = 0
  const server = createServer((incoming, response) => {
    inFlight.add(response)
    response.on('close', () => inFlight.delete(response))
    void handleRequest(incoming, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handleRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers, socket } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const passing = { method, path: url, token: String(headers['private-token'] ?? '') }
    seen.push(passing)
    const fate = fateOf(passing)
    if (fate === 'hang-before') return
    if (fate === 'reset-before') return void socket.resetAndDestroy()
    if (typeof fate === 'object') {
      if (fate.isLate) await ask(passing, headers, Buffer.concat(chunks))
      response.writeHead(fate.status, fate.headers)
      response.end(fate.body)
      return
    }
    const answer = await ask(passing, headers, Buffer.concat(chunks))
    if (fate === 'hang-after') return
    if (fate === 'reset-after') return void socket.resetAndDestroy()
    if (fate === 'pass') {
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
      return
    }
    const completeHeaders = {
      ...answer.headers,
      'content-length': String(Math.max(2, answer.body.length)),
    }
    response.writeHead(answer.status, completeHeaders)
    response.write(answer.body.subarray(0, answer.body.length / 2), () =>
      fate === 'truncate' ? socket.end() : socket.resetAndDestroy(),
    )
  }

  async function ask(passing: ProxiedRequest, headers: IncomingHttpHeaders, body: Buffer) {
    const { method, path } = passing
    const forwarded = httpRequest(target + path, { method, headers, agent })
    forwarded.end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    if (answer.statusCode! < 300) accepted.push(passing)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const { 'transfer-encoding': _, ...kept } = answer.headers
    return { status: answer.statusCode!, headers: kept, body: Buffer.concat(chunks) }
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const down = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cutOff += inFlight.size
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    accepted,
    cutOff: () => cutOff,
    down,
    up: () => listen(port),
    async stop() {
      await down()
      agent.destroy()
    },
  }
}
