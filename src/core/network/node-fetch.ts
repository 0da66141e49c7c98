import { constants } from 'node:crypto'
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls'
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, type buildConnector } from 'undici'
import { isLoopback } from './base-url.ts'
import type { OwnCertificates } from './own-certificates.ts'
import { checkStatus } from './unreadable-answer.ts'
import {
  dropDangerousVariables,
  hasOwnTrustStore,
  usesSystemStoreAtStart,
} from '../security/start.ts'

interface Options {
  connectMs?: number
  certificates?: Pick<OwnCertificates, 'forOrigin' | 'onChange'>
}

/**
 * Fetch as plain Node does it: gives up connecting (TLS included) after `connectMs` milliseconds and goes through the
 * proxy that `http_proxy`, `https_proxy` and `no_proxy` name. Besides the authorities that come with Node it trusts those of
 * the system, and for each origin those that were chosen for it. Promise: no variable or switch of Node makes it trust another
 * one, or speak a TLS that is weaker. Electron's host brings its own instead.
 */
export function createNodeFetch({ connectMs = 10_000, certificates }: Options = {}): typeof fetch {
  const dispatchers = new Map<string, Dispatcher>()
  certificates?.onChange(() => {
    // Connections that are open were made by what counted before.
    for (const way of dispatchers.values()) void way.close()
    dispatchers.clear()
  })

  function dispatcherFor({ protocol, hostname, origin }: URL): Dispatcher {
    const isSecure = protocol === 'https:'
    const ownCertificates = isSecure ? (certificates?.forOrigin(origin) ?? []) : []
    const isHere = isLoopback(hostname)
    const name = ownCertificates.length > 0 ? origin : `${protocol} ${isHere ? 'here' : 'away'}`
    const existing = dispatchers.get(name)
    if (existing) return existing
    const connect = { timeout: connectMs, ...(isSecure && tlsOptions(ownCertificates)) }
    // What is meant for this machine stays on it, and with it a token that may travel unencrypted there.
    const way = isHere
      ? new Agent({ connect })
      : new EnvHttpProxyAgent({
          connect,
          requestTls: connect,
          // guard: proxy-certificate
          proxyTls: { timeout: connectMs, ...tlsOptions([]) },
          clientFactory: createProxyPool,
        })
    dispatchers.set(name, way)
    return way
  }

  return async (input, init) => {
    const dispatcher = dispatcherFor(new URL(input instanceof Request ? input.url : input))
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

/** Said in so many words, because a variable or a switch changes what Node takes for granted. */
function tlsOptions(own: readonly string[]) {
  return {
    // guard: reject-unauthorized
    rejectUnauthorized: true,
    secureContext: createTrust(own),
  }
}

let authorities: string[] | undefined

/** Reading the system's store takes a moment, so it is read when the first encrypted connection is made. */
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

/** Whether Node read the system's store from where a variable points, at its start and so before any of this. */
const replacesTrustStore = usesSystemStoreAtStart(process) && hasOwnTrustStore(process.env)

function readAuthorities(): string[] {
  // guard: authorities-of-variables
  dropDangerousVariables(process.env)
  // guard: store-of-variables
  if (replacesTrustStore) return getCACertificates('bundled')
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system')])]
}

/** Connections to a proxy, whose failures would look like those of the service behind it. */
function createProxyPool(proxy: URL, options: object): Dispatcher {
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
