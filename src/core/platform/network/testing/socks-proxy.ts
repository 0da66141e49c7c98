import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

interface Rules {
  /** Local port that all connections are forwarded to. */
  leadsTo?: number
  /** `name:password` required for all connections. */
  wants?: string
  /** The reply to each request, as in RFC 1928; 0 by default. */
  replies?: number
  /** Whether it closes connections after the greeting. */
  hangsUp?: true
}

/** A SOCKS5 proxy. */
export async function startSocksProxy({ leadsTo, wants, replies = 0, hangsUp }: Rules) {
  const requestedTargets: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    void serve(client)
  })

  async function serve(client: Socket): Promise<void> {
    const [greeting] = (await once(client, 'data')) as [Buffer]
    if (hangsUp) return void client.end()
    const method = wants === undefined ? 0 : 2
    if (!greeting.subarray(2).includes(method)) return void client.end(Buffer.from([5, 0xff]))
    client.write(Buffer.from([5, method]))
    if (wants !== undefined) {
      const [answer] = (await once(client, 'data')) as [Buffer]
      const name = answer.subarray(2, 2 + answer[1]!).toString()
      const isKnown = `${name}:${answer.subarray(3 + answer[1]!).toString()}` === wants
      client.write(Buffer.from([1, isKnown ? 0 : 1]))
      if (!isKnown) return
    }
    const [request] = (await once(client, 'data')) as [Buffer]
    requestedTargets.push(
      `${request.subarray(5, 5 + request[4]!).toString()}:${request.readUInt16BE(5 + request[4]!)}`,
    )
    const reply = Buffer.from([5, replies, 0, 1, 0, 0, 0, 0, 0, 0])
    if (replies !== 0 || leadsTo === undefined) return void client.end(reply)
    const service = connect(leadsTo, '127.0.0.1', () => {
      client.write(reply)
      service.pipe(client).pipe(service)
    })
    service.on('error', () => client.destroy())
    client.on('close', () => service.destroy())
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedTargets,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
