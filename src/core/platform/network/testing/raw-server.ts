import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'

/** A response's bytes, and what happens to the connection afterwards. */
export interface RawAnswer {
  bytes: Buffer
  then: 'end' | 'reset' | 'stay'
}

export interface RawRequest {
  method: string
  path: string
  headers: string
  body: string
  /** The number of the request on its connection, from 1. */
  nth: number
}

export interface RawServer {
  url: string
  requests: RawRequest[]
  stop(): Promise<void>
}

/** A server that reads complete requests and responds with arbitrary bytes. */
export async function startRawServer(
  answer: (request: RawRequest) => RawAnswer | undefined,
): Promise<RawServer> {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    let nth = 0
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      for (
        let request = requestIn(received, nth + 1);
        request;
        request = requestIn(received, nth + 1)
      ) {
        nth += 1
        received = received.subarray(request.length)
        requests.push(request)
        send(socket, answer(request))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function requestIn(bytes: Buffer, nth: number): (RawRequest & { length: number }) | undefined {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = text.slice(0, end)
  const length = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0)
  const body = bytes.subarray(end + 4, end + 4 + length)
  if (body.length < length) return undefined
  const [method = '', path = ''] = headers.split(' ')
  return { method, path, headers, body: body.toString('latin1'), nth, length: end + 4 + length }
}

function send(socket: Socket, answer: RawAnswer | undefined): void {
  if (!answer) return
  const { bytes, then } = answer
  if (then === 'end') socket.end(bytes)
  // The client should receive the bytes sent before the reset.
  else if (then === 'reset') socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()))
  else socket.write(bytes)
}
