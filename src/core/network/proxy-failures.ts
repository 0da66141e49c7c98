import { type MessageId, message } from '../../shared/messages/message.ts'
import type { Failure } from '../infra/failure.ts'

const problems: readonly [codes: RegExp, message: MessageId, hint: MessageId][] = [
  // Latchkey does not support proxy credentials.
  [/^PROXY_407$|PROXY_AUTH/, 'network.proxyPassword', 'network.proxyPasswordHint'],
  [/^PROXY_\d{3}$|TUNNEL_CONNECTION_FAILED/, 'network.proxyBlocked', 'network.proxyBlockedHint'],
  [
    /PROXY_CERTIFICATE_INVALID|PROXY_CONNECTION_FAILED|MANDATORY_PROXY|PAC_|NO_SUPPORTED_PROXIES/,
    'network.proxyUnreachable',
    'network.checkProxy',
  ],
]

/** The failure caused by a proxy; undefined for other codes. */
export function proxyFailure(codes: readonly string[], host: string): Failure | undefined {
  const problem = problems.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (!problem) return undefined
  const [, id, hint] = problem
  return { kind: 'offline', reason: 'proxy', message: message(id, { host }), hint: message(hint) }
}
