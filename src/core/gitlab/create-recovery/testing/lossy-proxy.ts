import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type Answerer, type TestServer, startServer } from '../../../testing/http-server.ts'

/** How the response to a POST is lost: before or after GitLab processes the request, or not at all. */
export type Loss =
  | 'none'
  | 'reset-before'
  | 'reset-after'
  /** GitLab receives the request only when the test delivers it, after the client has given up. */
  | 'late'
  | 'truncated'
  | 'html'
  | OtherAnswer

/** A response that replaces GitLab's. GitLab has processed the request unless `isEarly` is set. */
interface OtherAnswer {
  status: number
  type?: string
  body?: string
  isEarly?: true
}

/** An HTML page from a proxy between Latchkey and GitLab. */
export function pageOf(status: number): OtherAnswer {
  return { status, type: 'text/html', body: '<html><title>Something else</title></html>' }
}

/** An error response in GitLab's format. */
export function refusalOf(status: number, body: object): OtherAnswer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

export interface LossyProxy extends TestServer {
  /** Faults for the next POSTs. */
  loss: Loss
  /** Whether list entries lose their IDs. */
  unreadable: boolean
  /** A promise that a POST, counted from 1, waits for before it is forwarded. */
  beforePost(post: number): Promise<unknown> | undefined
  /** Whether a read is forwarded; all others are reset. */
  mayRead(read: number): boolean
  /** Forwards the late request. */
  deliver(): Promise<void>
  /** Requests since sign-in, except those for the account itself. */
  asked(): string[]
  posts(): number
}

function answerWith({ status, type, body }: OtherAnswer, response: ServerResponse): void {
  const location = status >= 300 && status < 400 ? { location: 'http://login.example/' } : {}
  response.writeHead(status, { ...(type && { 'content-type': type }), ...location })
  response.end(body)
}

function copied(headers: IncomingHttpHeaders, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

/** A real server between Latchkey and GitLab that loses GitLab's response to a create. See `startServer` for `ownToken`. */
export async function startLossyProxy(
  target: string,
  { ownToken = true } = {},
): Promise<LossyProxy> {
  let reads = 0
  const late: (() => Promise<unknown>)[] = []
  const answer: Answerer = async ({ method, url, headers, body }, response) => {
    const isCreation = method === 'POST'
    const isOwnUser = url.startsWith('/api/v4/user?') || url === '/api/v4/user'
    if (isCreation) await proxy.beforePost(proxy.posts())
    const loss = isCreation ? proxy.loss : 'none'
    if (!isCreation && !isOwnUser) {
      reads += 1
      if (!proxy.mayRead(reads)) return void response.destroy()
    }
    if (loss === 'reset-before') return void response.socket?.resetAndDestroy()
    if (typeof loss === 'object' && loss.isEarly) return answerWith(loss, response)
    const pass = () =>
      fetch(`${target}${url}`, {
        method,
        headers: {
          ...copied(headers, 'private-token', 'authorization'),
          ...(body && { 'content-type': String(headers['content-type']) }),
        },
        body: body || undefined,
      })
    if (loss === 'late') {
      late.push(pass)
      return void response.socket?.resetAndDestroy()
    }
    const passed = await pass()
    const sent = await passed.text()
    const isUnreadable = proxy.unreadable && method === 'GET' && !isOwnUser
    const text = isUnreadable ? sent.replaceAll('"id":', '"nr":') : sent
    if (loss === 'reset-after') return void response.socket?.resetAndDestroy()
    if (loss === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end('<!doctype html><title>Guest network</title>')
    }
    if (typeof loss === 'object') return answerWith(loss, response)
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
  const server = await startServer((request, response) => void answer(request, response), {
    ownToken,
  })
  const proxy: LossyProxy = Object.assign(server, {
    loss: 'none' as Loss,
    unreadable: false,
    beforePost: () => undefined,
    mayRead: () => true,
    async deliver() {
      for (const pass of late.splice(0)) await pass()
    },
    asked: () =>
      server.requests
        .map(({ method, url }) => `${method} ${url.replace(/^\/api\/v4|\?.*$/g, '')}`)
        .filter((line) => line !== 'GET /user'),
    posts: () => server.requests.filter(({ method }) => method === 'POST').length,
  })
  return proxy
}
