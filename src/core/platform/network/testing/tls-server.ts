import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TlsOptions } from 'node:tls'

export interface TlsServer {
  url: string
  port: number
  /** Number of requests that have arrived. */
  asked(): number
  stop(): Promise<void>
}

/** A TLS server on a free port of this computer that responds to everything with `{ id: 1 }`. */
export async function startTlsServer(
  options: SecureContextOptions & TlsOptions,
): Promise<TlsServer> {
  let requestCount = 0
  const sockets = new Set<Duplex>()
  const server = createServer(options, (_, response) => {
    requestCount += 1
    response.setHeader('content-type', 'application/json').end('{"id":1}')
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    asked: () => requestCount,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
