import { constants } from 'node:crypto'
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls'
import type { Dispatcher } from 'undici'
import { isLoopback } from './base-url.ts'
import type { OwnCertificates } from './own-certificates.ts'
import { createProxyAgent } from './proxy-agent.ts'
import { ProxyError, type ProxySetting, proxyFor } from './proxy-variables.ts'
import { checkStatus } from './unreadable-answer.ts'
import {
  dropDangerousVariables,
  replacesSystemCertificates,
  usesSystemStoreAtStart,
} from '../hardening/start.ts'

type Undici = typeof import('undici')

let loading: Promise<Undici> | undefined

/** Loaded on the first request, because loading takes longer than the rest of startup. */
const loadUndici = () => (loading ??= import('undici'))

interface Options {
  connectMs?: number
  certificates?: Pick<OwnCertificates, 'forOrigin' | 'onChange'>
}

/**
 * Fetch for plain Node: stops connecting (including TLS) after `connectMs` milliseconds, and uses the proxy of
 * `http_proxy`, `https_proxy`, `all_proxy`, and `no_proxy`. In addition to Node's own authorities, it trusts the
 * system's and, for each origin, the certificates selected for it. Guarantee: Node's variables and switches can't make
 * it trust others or use weaker TLS. Electron's host has its own fetch.
 */
export function createNodeFetch({ connectMs = 10_000, certificates }: Options = {}): typeof fetch {
  const dispatchers = new Map<string, Dispatcher>()
  certificates?.onChange(() => {
    // Open connections used the previous certificates.
    for (const dispatcher of dispatchers.values()) void dispatcher.close()
    dispatchers.clear()
  })

  function dispatcherFor(
    undici: Undici,
    { protocol, origin }: URL,
    proxy: ProxySetting | undefined,
  ): Dispatcher {
    const isSecure = protocol === 'https:'
    const ownCertificates = isSecure ? (certificates?.forOrigin(origin) ?? []) : []
    const name = JSON.stringify([ownCertificates.length > 0 ? origin : protocol, proxy])
    const existing = dispatchers.get(name)
    if (existing) return existing
    const connect = { timeout: connectMs, ...(isSecure && tlsOptions(ownCertificates)) }
    const dispatcher = proxy
      ? createProxyAgent(undici, proxy, {
          requestTls: connect,
          // guard: proxy-certificate
          proxyTls: { timeout: connectMs, ...tlsOptions([]) },
        })
      : new undici.Agent({ connect })
    dispatchers.set(name, dispatcher)
    return dispatcher
  }

  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // Requests to this computer bypass the proxy, because their token may be unencrypted.
    const proxy = isLoopback(url.hostname) ? undefined : proxyFor(url, process.env)
    const dispatcher = dispatcherFor(await loadUndici(), url, proxy)
    const response = await fetch(input, { ...init, dispatcher } as RequestInit).catch(
      (error: unknown) => {
        if (!proxy || init?.signal?.aborted) throw error
        const hasLogin = Boolean(proxy.username || proxy.password)
        throw new ProxyError('THROUGH_PROXY', proxy.variable, error, hasLogin)
      },
    )
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

/** Reading the system's store is slow, so it waits for the first encrypted connection. */
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

/** Whether Node loaded the store named by a variable at startup instead of the system's. */
const replacesTrustStore =
  usesSystemStoreAtStart(process) && replacesSystemCertificates(process.env)

function readAuthorities(): string[] {
  // guard: authorities-of-variables
  dropDangerousVariables(process.env)
  // guard: store-of-variables
  if (replacesTrustStore) return getCACertificates('bundled')
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system')])]
}
