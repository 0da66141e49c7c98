import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface TestServer {
  url: string
  /** All requests so far, in order. */
  requests: SeenRequest[]
  /** All bytes sent by clients. */
  bytes(): string
  stop(): Promise<void>
}

export type Answerer = (request: SeenRequest, response: ServerResponse) => void

/**
 * A real HTTP server on a free loopback port. Unless `ownToken` is false, it reports, as GitLab does, a token's scopes
 * (all unless specified) without recording those requests, which every sign-in sends and few tests are about.
 */
export async function startServer(
  answer: Answerer,
  { ownToken = true as boolean | (() => boolean | readonly string[]) } = {},
): Promise<TestServer> {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let received = ''
  // Otherwise, a delayed client would write to a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { method = '', url = '', headers } = incoming
    const served = typeof ownToken === 'function' ? ownToken() : ownToken
    if (served && url.endsWith('/personal_access_tokens/self')) {
      const scopes = served === true ? ['api', 'admin_mode', 'sudo'] : served
      return json(response, 200, { scopes })
    }
    const request = { method, url, headers, body }
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bytes: () => received,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Responds with a JSON body. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
