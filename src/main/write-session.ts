import type { Session } from 'electron'
import { type PreparedRequest, sendRequest } from './net-request.ts'

/**
 * Sends the writes of one account, one after the other, each over a connection of its own. Chromium sends a request again,
 * whatever its method, when a connection that it has used before breaks before the answer; over a fresh one it does not.
 * The next one waits until the answer was read or dropped.
 */
export class WriteSession {
  readonly #session: () => Session
  /** Resolves when the writes before are over. It never rejects. */
  #idle: Promise<void> = Promise.resolve()

  /** `session` returns the one for the next write; it may change between two of them. */
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

  /** The session without connections. Requests in progress would fail with them, so they have to finish first. */
  async #emptySession(before: Promise<void>): Promise<Session> {
    // guard: write-after-write
    await before
    for (;;) {
      const session = this.#session()
      // guard: fresh-connection
      await session.closeAllConnections()
      // The certificates may have changed in the meantime.
      if (session === this.#session()) return session
    }
  }
}

/** Waits until something is done or the request is aborted before it was sent. */
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
