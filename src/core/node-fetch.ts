import { Agent, EnvHttpProxyAgent } from 'undici'
import { isLoopback } from './accounts/base-url.ts'

/**
 * Fetch as plain Node does it: gives up connecting (TLS included) after `connectMs` milliseconds and goes through the
 * proxy that `http_proxy`, `https_proxy` and `no_proxy` name. Electron's host brings its own instead.
 */
export function createNodeFetch({ connectMs = 10_000 } = {}): typeof globalThis.fetch {
  const connect = { timeout: connectMs }
  const throughProxy = new EnvHttpProxyAgent({ connect })
  // What is meant for this machine stays on it, and with it a token that may travel unencrypted there.
  const direct = new Agent({ connect })
  return (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    const dispatcher = isLoopback(hostname) ? direct : throughProxy
    return fetch(input, { ...init, dispatcher } as RequestInit)
  }
}
