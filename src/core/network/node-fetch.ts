import { constants } from 'node:crypto'
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls'
import type { Dispatcher, buildConnector } from 'undici'
import { isLoopback } from './base-url.ts'
import type { OwnCertificates } from './own-certificates.ts'
import { checkStatus } from './unreadable-answer.ts'
import {
  dropDangerousVariables,
  replacesSystemCertificates,
  usesSystemStoreAtStart,
} from '../security/start.ts'

type Undici = typeof import('undici')

let loading: Promise<Undici> | undefined

/** Loads it with the first request, because it takes longer than all the rest of a start. */
const loadUndici = () => (loading ??= import('undici'))

interface Options {
  connectMs?: number
  certificates?: Pick<OwnCertificates, 'forOrigin' | 'onChange'>
}

/**
 * Fetch for plain Node: stops connecting (TLS included) after `connectMs` milliseconds and uses the
 * proxy of `http_proxy`, `https_proxy` and `no_proxy`. Besides Node's own authorities it trusts those of
 * the system, and for each origin the certificates chosen for it. Promise: no variable or switch of Node makes it trust another
 * one, or use weaker TLS. Electron's host has its own fetch.
 */
export function createNodeFetch({ connectMs = 10_000, certificates }: Options = {}): typeof fetch {
  const dispatchers = new Map<string, Dispatcher>()
  certificates?.onChange(() => {
    // Open connections used the previous certificates.
    for (const way of dispatchers.values()) void way.close()
    dispatchers.clear()
  })

  function dispatcherFor(undici: Undici, { protocol, hostname, origin }: URL): Dispatcher {
    const isSecure = protocol === 'https:'
    const ownCertificates = isSecure ? (certificates?.forOrigin(origin) ?? []) : []
    const isHere = isLoopback(hostname)
    const name = ownCertificates.length > 0 ? origin : `${protocol} ${isHere ? 'here' : 'away'}`
    const existing = dispatchers.get(name)
    if (existing) return existing
    const connect = { timeout: connectMs, ...(isSecure && tlsOptions(ownCertificates)) }
    // A request to this computer uses no proxy, because its token may be unencrypted.
    const way = isHere
      ? new undici.Agent({ connect })
      : new undici.EnvHttpProxyAgent({
          connect,
          requestTls: connect,
          // guard: proxy-certificate
          proxyTls: { timeout: connectMs, ...tlsOptions([]) },
          clientFactory: proxyPoolsOf(undici),
        })
    dispatchers.set(name, way)
    return way
  }

  return async (input, init) => {
    const dispatcher = dispatcherFor(
      await loadUndici(),
      new URL(input instanceof Request ? input.url : input),
    )
    const response = await fetch(input, { ...init, dispatcher } as RequestInit)
    try {
      checkStatus(response.status)
    } catch (error) {
      await response.body?.cancel()
      throw error
    }
    return response
  }
}

/** Explicit, because variables and switches change Node's defaults. */
function tlsOptions(own: readonly string[]) {
  return {
    // guard: reject-unauthorized
    rejectUnauthorized: true,
    secureContext: createTrust(own),
  }
}

let authorities: string[] | undefined

/** Reading the system's store takes time, so it is read for the first encrypted connection. */
function createTrust(own: readonly string[]): SecureContext {
  authorities ??= readAuthorities()
  // guard: tls-floor
  return createSecureContext({
    ca: [...authorities, ...own],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: constants.defaultCoreCipherList,
  })
}

/** Whether Node read a store named by a variable as the system's, at its start. */
const replacesTrustStore =
  usesSystemStoreAtStart(process) && replacesSystemCertificates(process.env)

function readAuthorities(): string[] {
  // guard: authorities-of-variables
  dropDangerousVariables(process.env)
  // guard: store-of-variables
  if (replacesTrustStore) return getCACertificates('bundled')
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system')])]
}

/** Connects to proxies. Their failures would otherwise look like those of the service. */
function proxyPoolsOf({ Pool }: Undici) {
  return (proxy: URL, options: object): Dispatcher => {
    const { connect } = options as { connect: buildConnector.connector }
    return new Pool(proxy.origin, {
      ...options,
      connect: (target, done) =>
        connect(target, (...[error, socket]) => {
          if (!error) return done(null, socket)
          const unreachable = new Error('The proxy cannot be reached.', { cause: error })
          done(Object.assign(unreachable, { code: 'PROXY_CONNECTION_FAILED' }), null)
        }),
    })
  }
}
