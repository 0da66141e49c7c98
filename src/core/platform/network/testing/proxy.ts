import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'

export interface TestProxy {
  url: string
  /** Requested connection targets, in order. */
  requestedTargets: string[]
  stop(): Promise<void>
}

interface Rules {
  /** Local port that all tunnels connect to. */
  leadsTo?: number
  /** `name:password` required for all connections. */
  wants?: string
  /** Status for rejecting all requests. */
  refuses?: number
}

/** A proxy that only supports tunnels (CONNECT). */
export async function startProxy({ leadsTo, wants, refuses }: Rules): Promise<TestProxy> {
  const requestedTargets: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('connect', (request, client: Socket) => {
    requestedTargets.push(request.url ?? '')
    const credentials = request.headers['proxy-authorization']
    const isKnown = !wants || credentials === `Basic ${Buffer.from(wants).toString('base64')}`
    const status = refuses ?? (isKnown ? 200 : 407)
    if (status !== 200 || leadsTo === undefined) {
      client.end(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic realm="net"\r\n\r\n`)
      return
    }
    const service = connect(leadsTo, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      service.pipe(client).pipe(service)
    })
    service.on('error', () => client.destroy())
    client.on('close', () => service.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedTargets,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
