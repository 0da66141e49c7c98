import type { Session } from 'electron'
import { type PreparedRequest, sendRequest } from './net-request.ts'

/**
 * Sends an account's writes one at a time, each over a fresh connection. Chromium resends a request of any method if a
 * previously used connection breaks before the response, but not over a fresh one. The next write waits until the
 * response is read or dropped.
 */
export class WriteSession {
  readonly #session: () => Session
  /** Resolves when all earlier writes have finished. Never rejects. */
  #idle: Promise<void> = Promise.resolve()

  /** `session` returns the session for the next write, which may change between writes. */
  constructor(session: () => Session) {
    this.#session = session
  }

  async send(prepared: PreparedRequest): Promise<Response> {
    const before = this.#idle
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    this.#idle = before.then(() => closed)
    let session
    try {
      session = await untilDoneOrAborted(this.#emptySession(before), prepared.signal)
    } catch (error) {
      close()
      throw error
    }
    const exchange = sendRequest(session, prepared)
    void exchange.closed.then(close)
    return exchange.response
  }

  /** Closes the session's connections. Requests in progress would fail, so they must finish first. */
  async #emptySession(before: Promise<void>): Promise<Session> {
    // guard: write-after-write
    await before
    for (;;) {
      const session = this.#session()
      // guard: fresh-connection
      await session.closeAllConnections()
      // The certificates may have changed while this waited.
      if (session === this.#session()) return session
    }
  }
}

/** Waits until the session is ready, or rejects if the request is aborted before it was sent. */
async function untilDoneOrAborted<Value>(
  waiting: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return waiting
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () =>
    reject(
      Object.assign(new Error('Nothing was sent.', { cause: signal.reason }), {
        code: 'NEVER_SENT',
      }),
    )
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([waiting, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
