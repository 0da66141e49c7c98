import { createHash } from 'node:crypto'
import { type Session, app, session } from 'electron'
import { withClientCertificates } from '../core/network/with-client-certificates.ts'
import { prepareRequest, sendRequest } from './net-request.ts'
import { WriteSession } from './write-session.ts'

type Fetch = typeof globalThis.fetch
type Credentials = 'omit' | 'include'

/** The use of a session: connections for reads may be closed at any time, those for writes only between writes. */
export type SessionUse = 'reads' | 'writes'

/** Turns off QUIC, over which Chromium sends a request again by rules of its own. Must run before the app is ready. */
export function setupNetwork(): void {
  // guard: no-quic
  app.commandLine.appendSwitch('disable-quic')
}

/**
 * Fetch through Chromium's network stack: the system's proxy, certificates and client certificates count. A read may use
 * any connection; a write leaves once, see `WriteSession`. `install` is told of every session before it is used.
 */
export function chromiumFetch(install: (session: Session, use: SessionUse) => void): Fetch {
  const { defaultSession } = session
  const showing = session.fromPartition('client-certificates', { cache: false })
  keepNoCookies(showing)
  install(defaultSession, 'reads')
  install(showing, 'reads')
  const writers = new Map<string, WriteSession>()

  function writerOf(url: string, headers: Headers): WriteSession {
    const account = accountOf(url, headers)
    const known = writers.get(account)
    if (known) return known
    const own = session.fromPartition(`writes-${writers.size}`, { cache: false })
    keepNoCookies(own)
    install(own, 'writes')
    const writer = new WriteSession(own)
    writers.set(account, writer)
    return writer
  }

  // Without credentials Chromium shows no client certificate; with them it would send cookies too.
  const fetchWith =
    (credentials: Credentials): Fetch =>
    async (...request) => {
      const prepared = await prepareRequest(...request)
      // guard: writes-apart
      if (!isRead(prepared.method))
        return writerOf(prepared.url, prepared.headers).send(prepared, credentials)
      const reading = credentials === 'omit' ? defaultSession : showing
      return sendRequest(reading, prepared, credentials).response
    }
  return withClientCertificates(fetchWith('omit'), fetchWith('include'))
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Identifies an account by instance and token, without keeping the token in memory. */
function accountOf(url: string, headers: Headers): string {
  const token = headers.get('private-token') ?? ''
  return createHash('sha256')
    .update(`${new URL(url).origin} ${token}`)
    .digest('base64')
}

/** Cookies must not mix accounts of one instance. These sessions are in memory, and belong to no page. */
function keepNoCookies({ webRequest }: Session): void {
  webRequest.onBeforeSendHeaders(({ requestHeaders }, go) => {
    go({ requestHeaders: without(requestHeaders, 'cookie') })
  })
  webRequest.onHeadersReceived(({ responseHeaders = {} }, go) => {
    go({ responseHeaders: without(responseHeaders, 'set-cookie') })
  })
}

function without<Value>(headers: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).filter(([header]) => header.toLowerCase() !== name),
  )
}
