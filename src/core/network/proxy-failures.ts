import { type MessageId, message } from '../../shared/messages/message.ts'
import type { Failure } from '../infra/failure.ts'
import { errorChain, errorCodes } from './error-codes.ts'
import { ProxyLoginError } from './proxy-login.ts'

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

/** The failure caused by a proxy; undefined for other errors. */
export function proxyFailure(error: unknown, host: string): Failure | undefined {
  const codes = errorCodes(error)
  const problem = problems.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (!problem) return undefined
  const [, id, hint] = problem
  const proxy = errorChain(error).find((cause) => cause instanceof ProxyLoginError)?.proxy
  const text =
    proxy === undefined
      ? message(id, { host })
      : message('network.namedProxyPassword', { host, proxy })
  return { kind: 'offline', reason: 'proxy', message: text, hint: message(hint) }
}
