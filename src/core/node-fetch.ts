import { EnvHttpProxyAgent } from 'undici'

/**
 * Fetch as plain Node does it: gives up connecting (TLS included) after `connectMs` milliseconds and goes through the
 * proxy that `http_proxy`, `https_proxy` and `no_proxy` name. Electron's host brings its own instead.
 */
export function createNodeFetch({ connectMs = 10_000 } = {}): typeof globalThis.fetch {
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: connectMs } })
  return (input, init) => fetch(input, { ...init, dispatcher } as RequestInit)
}
