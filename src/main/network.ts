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
export function chromiumFetch(onSession: (session: Session, use: SessionUse) => void): Fetch {
  const { defaultSession } = session
  const withCertificate = session.fromPartition('client-certificates', { cache: false })
  keepNoCookies(withCertificate)
  onSession(defaultSession, 'reads')
  onSession(withCertificate, 'reads')
  const writers = new Map<string, WriteSession>()

  function writeSessionFor(url: string, headers: Headers): WriteSession {
    const account = accountKey(url, headers)
    const existing = writers.get(account)
    if (existing) return existing
    const writeSession = session.fromPartition(`writes-${writers.size}`, { cache: false })
    keepNoCookies(writeSession)
    onSession(writeSession, 'writes')
    const writer = new WriteSession(writeSession)
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
        return writeSessionFor(prepared.url, prepared.headers).send(prepared, credentials)
      const reading = credentials === 'omit' ? defaultSession : withCertificate
      return sendRequest(reading, prepared, credentials).response
    }
  return withClientCertificates(fetchWith('omit'), fetchWith('include'))
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Identifies an account by instance and token, without keeping the token in memory. */
function accountKey(url: string, headers: Headers): string {
  const token = headers.get('private-token') ?? ''
  return createHash('sha256')
    .update(`${new URL(url).origin} ${token}`)
    .digest('base64')
}

/** Cookies must not mix accounts of one instance. These sessions are in memory, and belong to no page. */
function keepNoCookies({ webRequest }: Session): void {
  webRequest.onBeforeSendHeaders(({ requestHeaders }, go) => {
    go({ requestHeaders: withoutHeader(requestHeaders, 'cookie') })
  })
  webRequest.onHeadersReceived(({ responseHeaders = {} }, go) => {
    go({ responseHeaders: withoutHeader(responseHeaders, 'set-cookie') })
  })
}

function withoutHeader<Value>(headers: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).filter(([header]) => header.toLowerCase() !== name),
  )
}
