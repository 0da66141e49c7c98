import type { Readable } from 'node:stream'
import { type ClientRequest, type IncomingMessage, type Session, net } from 'electron'
import { ProxyLoginError, proxyLogin } from '../core/platform/network/proxy-variables.ts'
import { UnreadableAnswerError, checkStatus } from '../core/platform/network/unreadable-answer.ts'

type Fetch = typeof globalThis.fetch

/** A request that is ready to leave, its body already in memory. */
export interface PreparedRequest {
  url: string
  method: string
  headers: Headers
  body: Buffer | undefined
  /** Whether a redirect is an answer, for callers that check its target. */
  acceptsRedirects: boolean
  signal: AbortSignal | undefined
}

/** A request in progress. */
export interface NetRequest {
  response: Promise<Response>
  /** Resolves when it is over, including the body of the answer. */
  closed: Promise<void>
}

export async function prepareRequest(
  ...[input, init]: Parameters<Fetch>
): Promise<PreparedRequest> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  signal?.throwIfAborted()
  // The listener is added where the request is sent: the signal of a `Request` may lose listeners to garbage collection.
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
 * Sends a request once through Chromium. Electron's own `net.fetch` makes the answer in an event handler, where an error
 * ends the app; here every answer becomes a `Response` or a rejection. No redirect is followed, no cookie or cache used:
 * Electron blocks cookies where `credentials` is left out, and still shows client certificates.
 */
export function sendRequest(session: Session, prepared: PreparedRequest): NetRequest {
  const { promise: response, resolve, reject } = Promise.withResolvers<Response>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { url, method, headers, body, acceptsRedirects: takesRedirects, signal } = prepared
  const fail = (error: unknown) => {
    reject(signal?.aborted ? signal.reason : error)
    close()
  }
  // Nothing would catch an error in an event handler.
  const safely =
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
    let tried: string | undefined
    request.on(
      'login',
      safely(request, (asking, answer) => {
        // A server gets its token in a header, and its refusal is an answer.
        if (!asking.isProxy) return answer()
        // Asked again, it was wrong.
        const login = tried ? undefined : proxyLogin(new URL(url), asking, process.env)
        if (!login) throw new ProxyLoginError(asking, tried)
        tried = login.variable
        answer(login.username, login.password)
      }),
    )
    request.on(
      'redirect',
      // The request ends when this returns, because it was not told to follow.
      safely(request, (status, _, location, sent) => {
        if (!takesRedirects)
          throw Object.assign(new Error('A redirect was refused.'), { code: 'REDIRECT' })
        resolve(new Response(null, { status, headers: createHeaders({ ...sent, location }) }))
      }),
    )
    request.on(
      'response',
      safely(request, (message) => {
        const stream = toStream(message)
        // An error before the body is read would otherwise be unhandled.
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

/** Statuses with which no body comes, and a `Response` takes none. */
const bodilessStatuses = [204, 205, 304]

function createResponse(
  message: IncomingMessage,
  request: ClientRequest,
  { method, signal }: PreparedRequest,
): Response {
  // The status text is not used; it may be missing, or invalid for a Response.
  const status = checkStatus(message.statusCode)
  // Of a proxy that knows no way to log in that Chromium knows. From a server Chromium takes it for a broken answer.
  if (status === 407) throw new ProxyLoginError()
  const headers = createHeaders(message.headers)
  const stream = toStream(message)
  if (method !== 'HEAD' && !bodilessStatuses.includes(status)) {
    return new Response(createBody(stream, request, signal), { status, headers })
  }
  stream.resume()
  return new Response(null, { status, headers })
}

/** It is one of Node's streams, which Electron's typings do not say. */
function toStream(message: IncomingMessage): Readable {
  return message as unknown as Readable
}

/**
 * The bytes of values as Node hands them out, one letter for each. Chromium reads them as UTF-8, which gives letters that
 * `Headers` does not take.
 */
function createHeaders(sent: Record<string, string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(sent)) {
    // Cookies are not used.
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

/** Nothing is decompressed before it is read. */
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
