import type { Failure } from '../infra/failure.ts'

/** What a proxy said or did on the way, in words; undefined where the codes speak of something else. */
export function failureOfProxy(codes: readonly string[], host: string): Failure | undefined {
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(/^PROXY_407$|PROXY_AUTH/)) return proxyWantsSignIn(host)
  if (has(/^PROXY_\d{3}$|TUNNEL_CONNECTION_FAILED/)) {
    return {
      kind: 'offline',
      reason: 'proxy',
      message: `The proxy of this network does not let Latchkey through to ${host}.`,
      hint: 'Ask who looks after your network to allow it.',
    }
  }
  if (
    has(
      /PROXY_CERTIFICATE_INVALID|PROXY_CONNECTION_FAILED|MANDATORY_PROXY|PAC_|NO_SUPPORTED_PROXIES/,
    )
  ) {
    return {
      kind: 'offline',
      reason: 'proxy',
      message: `The proxy of this network, on the way to ${host}, cannot be reached.`,
      hint: 'Check the proxy in the system’s settings, or the variables http_proxy and https_proxy.',
    }
  }
  return undefined
}

/** Names and passwords for proxies are not asked for: Latchkey keeps none. */
function proxyWantsSignIn(host: string): Failure {
  return {
    kind: 'offline',
    reason: 'proxy',
    message: `The proxy of this network wants a name and a password before it lets anything through to ${host}.`,
    hint: 'Nothing was sent. Give them in the variable https_proxy (http://name:password@proxy:port) in a browser, or ask for a way without them.',
  }
}
