import { type Session, net, session } from 'electron'
import { withClientCertificates } from '../core/network/with-client-certificates.ts'

type Fetch = typeof globalThis.fetch

/** Chromium's network stack: the system's proxy, certificates and client certificates count. */
export function chromiumFetch(): { fetch: Fetch; sessions: Session[] } {
  const showing = session.fromPartition('client-certificates')
  keepNoCookies(showing)
  const plain: Fetch = (input, init) => net.fetch(addressOf(input), init)
  // Without credentials Chromium shows no certificate; with them it would send cookies too.
  const withCredentials: Fetch = (input, init) =>
    showing.fetch(addressOf(input), { ...init, credentials: 'include' })
  return {
    fetch: withClientCertificates(plain, withCredentials),
    sessions: [session.defaultSession, showing],
  }
}

/** Accounts of one instance must not be mixed by a cookie. This session lives in memory, and is no page's. */
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

function addressOf(input: Parameters<Fetch>[0]): string | Request {
  return input instanceof URL ? input.href : input
}
