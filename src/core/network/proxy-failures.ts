import { type MessageId, message } from '../../shared/messages/message.ts'
import type { Failure } from '../infra/failure.ts'

const problems: readonly [codes: RegExp, message: MessageId, hint: MessageId][] = [
  [/^PROXY_407$|PROXY_AUTH/, 'network.proxyPassword', 'network.proxyPasswordHint'],
  [
    /^PROXY_\d{3}$|TUNNEL_(CONNECTION_FAILED|RESPONSE_REDIRECT)/,
    'network.proxyBlocked',
    'network.proxyBlockedHint',
  ],
  [
    /PROXY_CERTIFICATE_INVALID|PROXY_CONNECTION_FAILED|SOCKS_CONNECTION|MANDATORY_PROXY|PAC_|NO_SUPPORTED_PROXIES/,
    'network.proxyUnreachable',
    'network.checkProxy',
  ],
]

/** The failure caused by a proxy, which is named if it is known; undefined for other codes. */
export function proxyFailure(
  codes: readonly string[],
  host: string,
  proxy?: string,
): Failure | undefined {
  const problem = problems.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (!problem) return undefined
  const [, id, hint] = problem
  const text = proxy
    ? message('network.namedProxyPassword', { host, proxy })
    : message(id, { host })
  return { kind: 'offline', reason: 'proxy', message: text, hint: message(hint) }
}
