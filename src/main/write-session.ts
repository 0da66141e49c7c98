import type { Session } from 'electron'
import { type PreparedRequest, sendRequest } from './net-request.ts'

/**
 * Sends the writes of one account, one after the other, each over a connection of its own. Chromium sends a request again,
 * whatever its method, when a connection that it has used before breaks before the answer; over a fresh one it does not.
 * The next one waits until the answer was read or dropped.
 */
export class WriteSession {
  readonly #session: Session
  /** Resolves when the writes before are over. It never rejects. */
  #idle: Promise<void> = Promise.resolve()

  constructor(session: Session) {
    this.#session = session
  }

  async send(prepared: PreparedRequest, credentials: 'omit' | 'include'): Promise<Response> {
    const before = this.#idle
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    this.#idle = before.then(() => closed)
    try {
      await untilDoneOrAborted(this.#resetConnections(before), prepared.signal)
    } catch (error) {
      close()
      throw error
    }
    const exchange = sendRequest(this.#session, prepared, credentials)
    void exchange.closed.then(close)
    return exchange.response
  }

  /** Requests in progress would fail with their connections, so they have to finish first. */
  async #resetConnections(before: Promise<void>): Promise<void> {
    // guard: write-after-write
    await before
    // guard: fresh-connection
    await this.#session.closeAllConnections()
  }
}

/** Waits until something is done or the request is aborted before it was sent. */
async function untilDoneOrAborted(
  waiting: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
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
    await Promise.race([waiting, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
