import type { Readable } from 'node:stream'
import { type ClientRequest, type IncomingMessage, type Session, net } from 'electron'
import { ProxyLoginError, proxyLogin } from '../core/platform/network/proxy-variables.ts'
import { UnreadableAnswerError, checkStatus } from '../core/platform/network/unreadable-answer.ts'

type Fetch = typeof globalThis.fetch

/** A request that is ready to send, with its body in memory. */
export interface PreparedRequest {
  url: string
  method: string
  headers: Headers
  body: Buffer | undefined
  /** Whether to return redirects as responses, for callers that check the target themselves. */
  acceptsRedirects: boolean
  signal: AbortSignal | undefined
}

/** A request in progress. */
export interface NetRequest {
  response: Promise<Response>
  /** Resolves when the request and the response body are finished. */
  closed: Promise<void>
}

export async function prepareRequest(
  ...[input, init]: Parameters<Fetch>
): Promise<PreparedRequest> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  signal?.throwIfAborted()
  // The abort listener is added when the request is sent, because a `Request`'s own signal may lose its listeners to
  // garbage collection.
  const request = new Request(input, { ...init, signal: null })
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
  return {
    url: request.url,
    method: request.method,
    headers: request.headers,
    body: body?.byteLength ? body : undefined,
    acceptsRedirects: request.redirect === 'manual',
    signal,
  }
}

/**
 * Sends a request once through Chromium. Electron's `net.fetch` creates the response in an event handler, where an
 * error ends the app; this rejects instead. Doesn't use redirects, cookies, or the cache. Without `credentials`,
 * Electron blocks cookies but still sends client certificates.
 */
export function sendRequest(session: Session, prepared: PreparedRequest): NetRequest {
  const { promise: response, resolve, reject } = Promise.withResolvers<Response>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { url, method, headers, body, acceptsRedirects, signal } = prepared
  const fail = (error: unknown) => {
    reject(signal?.aborted ? signal.reason : error)
    close()
  }
  // An error thrown in an event handler would be uncaught.
  const rejectOnThrow =
    <Values extends unknown[]>(request: ClientRequest, handle: (...values: Values) => void) =>
    (...values: Values) => {
      try {
        handle(...values)
      } catch (error) {
        fail(error)
        request.abort()
      }
    }
  try {
    signal?.throwIfAborted()
    const request = net.request({
      session,
      method,
      url,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // guard: no-followed-redirect
      redirect: 'manual',
      headers: Object.fromEntries(headers),
    })
    const abort = () => {
      fail(signal?.reason)
      request.abort()
    }
    signal?.addEventListener('abort', abort, { once: true })
    void closed.then(() => signal?.removeEventListener('abort', abort))
    request.on('error', fail)
    let triedLogin: string | undefined
    request.on(
      'login',
      rejectOnThrow(request, (asking, answer) => {
        // Servers get the token in a header, so their 401 is a response.
        if (!asking.isProxy) return answer()
        // A second prompt means the login was wrong.
        const login = triedLogin ? undefined : proxyLogin(new URL(url), asking, process.env)
        if (!login) throw new ProxyLoginError(asking, triedLogin)
        triedLogin = login.variable
        answer(login.username, login.password)
      }),
    )
    request.on(
      'redirect',
      // Electron aborts the request if this handler returns without following the redirect.
      rejectOnThrow(request, (status, _, location, sent) => {
        if (!acceptsRedirects)
          throw Object.assign(new Error('A redirect was refused.'), { code: 'REDIRECT' })
        resolve(new Response(null, { status, headers: createHeaders({ ...sent, location }) }))
      }),
    )
    request.on(
      'response',
      rejectOnThrow(request, (message) => {
        const stream = toStream(message)
        // Prevents an unhandled error before the body is read.
        stream.on('error', () => undefined)
        stream.once('close', close)
        resolve(createResponse(message, request, prepared))
      }),
    )
    request.end(body)
  } catch (error) {
    fail(error)
  }
  return { response, closed }
}

/** Statuses for which `Response` doesn't accept a body. */
const bodilessStatuses = [204, 205, 304]

function createResponse(
  message: IncomingMessage,
  request: ClientRequest,
  { method, signal }: PreparedRequest,
): Response {
  // The status text isn't passed on, because it may be missing or invalid in a `Response`.
  const status = checkStatus(message.statusCode)
  // This comes from a proxy whose login schemes Chromium doesn't support. A 407 from the server itself would be an
  // invalid response to Chromium.
  if (status === 407) throw new ProxyLoginError()
  const headers = createHeaders(message.headers)
  const stream = toStream(message)
  if (method !== 'HEAD' && !bodilessStatuses.includes(status)) {
    return new Response(createBody(stream, request, signal), { status, headers })
  }
  stream.resume()
  return new Response(null, { status, headers })
}

/** Electron returns a Node stream but doesn't declare it in its typings. */
function toStream(message: IncomingMessage): Readable {
  return message as unknown as Readable
}

/**
 * Converts header values back to one character per byte. Chromium decodes them as UTF-8, which yields characters that
 * `Headers` rejects.
 */
function createHeaders(sent: Record<string, string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(sent)) {
    // Latchkey doesn't use cookies.
    if (name.toLowerCase() === 'set-cookie') continue
    for (const value of [values].flat()) {
      try {
        headers.append(name, Buffer.from(value).toString('latin1'))
      } catch (error) {
        throw new UnreadableAnswerError('a header that cannot be read', { cause: error })
      }
    }
  }
  return headers
}

/** Pulls data only on demand, so nothing is decompressed until it is read. */
function createBody(
  stream: Readable,
  request: ClientRequest,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next().catch((error: unknown) => {
          throw signal?.aborted ? signal.reason : error
        })
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        request.abort()
        await parts.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
