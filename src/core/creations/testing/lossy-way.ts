import { type Answerer, type TestServer, startServer } from '../../testing/http-server.ts'

/** How the answer to a POST is lost, after the service has done what was asked; or before, or not at all. */
export type Loss = 'none' | 'reset-before' | 'reset-after' | 'truncated' | 'html' | 502 | 503 | 504

export interface LossyWay extends TestServer {
  /** What the next POSTs meet. */
  loss: Loss
  /** Whether reads come through; all others break off. */
  mayRead(read: number): boolean
  /** What was asked since the sign-in, without what is asked of the account itself. */
  asked(): string[]
  posts(): number
}

/** A real server between Latchkey and a service, which loses what the service answers to a creation. */
export async function startLossyWay(target: string): Promise<LossyWay> {
  let reads = 0
  const answer: Answerer = async ({ method, url, headers, body }, response) => {
    const isCreation = method === 'POST'
    const loss = isCreation ? way.loss : 'none'
    if (!isCreation && !url.startsWith('/api/v4/user?') && url !== '/api/v4/user') {
      reads += 1
      if (!way.mayRead(reads)) return void response.destroy()
    }
    if (loss === 'reset-before') return void response.socket?.resetAndDestroy()
    const passed = await fetch(`${target}${url}`, {
      method,
      headers: {
        'private-token': String(headers['private-token']),
        ...(body && { 'content-type': String(headers['content-type']) }),
      },
      body: body || undefined,
    })
    const text = await passed.text()
    if (loss === 'reset-after') return void response.socket?.resetAndDestroy()
    if (loss === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end('<!doctype html><title>Guest network</title>')
    }
    if (typeof loss === 'number') {
      response.writeHead(loss, { 'content-type': 'text/html' })
      return void response.end('<html><title>Bad gateway</title></html>')
    }
    const length = Buffer.byteLength(text)
    const link = passed.headers.get('link')
    response.writeHead(passed.status, {
      'content-type': 'application/json',
      'content-length': length,
      ...(link && { link }),
    })
    if (loss === 'none') return void response.end(text)
    response.write(text.slice(0, length / 2), () => response.destroy())
  }
  const server = await startServer((request, response) => void answer(request, response))
  const way: LossyWay = Object.assign(server, {
    loss: 'none' as Loss,
    mayRead: () => true,
    asked: () =>
      server.requests
        .map(({ method, url }) => `${method} ${url.replace(/^\/api\/v4|\?.*$/g, '')}`)
        .filter((line) => line !== 'GET /user'),
    posts: () => server.requests.filter(({ method }) => method === 'POST').length,
  })
  return way
}
