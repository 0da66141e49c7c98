import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type ResponseHandler = (request: IncomingMessage, response: ServerResponse) => void

/** An instance whose responses the attack controls. */
export interface ScriptedService {
  url: string
  /** Everything it has received. */
  received(): string
  /** Changes how it responds from now on. */
  respondWith(answer: ResponseHandler): void
  stop(): Promise<void>
}

/** Starts an instance that responds like GitLab, so that a user can sign in with any token. */
export async function startScriptedService({ isAdmin = false } = {}): Promise<ScriptedService> {
  let hostile: ResponseHandler | undefined
  let received = ''
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    if (hostile) return hostile(request, response)
    const isToken = request.url?.includes('/personal_access_tokens/self')
    answerJson(response, isToken ? { scopes: ['api'] } : { ...defaultUser, is_admin: isAdmin })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (part) => (received += part.toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    respondWith: (answer) => void (hostile = answer),
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The profile it returns. */
export const defaultUser = { id: 1, username: 'ada', name: 'Ada', state: 'active' }

export function answerJson(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}
