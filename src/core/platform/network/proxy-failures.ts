import { createFailure } from '../failures.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../failure.ts'
import { errorChain, errorCodes } from './error-codes.ts'
import { ProxyError, ProxyLoginError } from './proxy-variables.ts'

// The first match wins, so specific ones come first.
const problems: readonly [codes: RegExp, message: MessageId, hint: MessageId][] = [
  [/^PROXY_INVALID$/, 'network.proxyInvalid', 'network.proxyInvalidHint'],
  [/^PROXY_UNSUPPORTED$/, 'network.proxyUnsupported', 'network.proxyUnsupportedHint'],
  [/^PROXY_407$|PROXY_AUTH|SOCKS5_AUTH/, 'network.proxyPassword', 'network.proxyPasswordHint'],
  [
    /^PROXY_5\d\d$|SOCKS5_REPLY_[13456]$/,
    'network.proxyNoConnection',
    'network.proxyNoConnectionHint',
  ],
  [
    /^PROXY_\d{3}$|SOCKS5_REPLY_2$|TUNNEL_(CONNECTION_FAILED|RESPONSE_REDIRECT)/,
    'network.proxyBlocked',
    'network.proxyBlockedHint',
  ],
  [
    /PROXY_CERTIFICATE_INVALID|PROXY_CONNECTION_FAILED|SOCKS_CONNECTION|MANDATORY_PROXY|PAC_|NO_SUPPORTED_PROXIES/,
    'network.proxyUnreachable',
    'network.checkProxy',
  ],
  [/^PROXY_BROKEN$/, 'network.proxyBroken', 'network.checkProxy'],
]

/** The failure that a proxy caused on the way to a host over `https:` or `http:`; undefined for other errors. */
export function proxyFailure(
  error: unknown,
  host: string,
  protocol: string,
): UnformattedFailure | undefined {
  const codes = errorCodes(error)
  const problem = problems.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (!problem) return undefined
  const [, id, hint] = problem
  const variable = proxyVariable(error)
  const { proxy } = loginError(error) ?? {}
  return {
    kind: 'offline',
    reason: 'proxy',
    message: proxy
      ? message('network.namedProxyPassword', { host, proxy })
      : message(id, { host, variable: variable ?? '' }),
    hint:
      hint === 'network.proxyPasswordHint'
        ? passwordHint(error, protocol)
        : hint === 'network.checkProxy' && variable
          ? message('network.checkProxyVariable', { variable })
          : message(hint),
  }
}

/** Explains where to enter credentials, or which ones the proxy rejected. */
function passwordHint(error: unknown, protocol: string): Message {
  const proxyError = outermostProxyError(error)
  const refused =
    loginError(error)?.refusedVariable ?? (proxyError?.hasLogin && proxyError.proxyVariable)
  if (refused) return message('network.proxyLoginRefusedHint', { variable: refused })
  const variable = proxyError?.proxyVariable ?? `${protocol.replace(':', '')}_proxy`
  return message('network.proxyPasswordHint', { variable })
}

/** The failure for a connection that was lost somewhere between the proxy and GitLab. */
export function lostProxyConnectionFailure(
  error: unknown,
  host: string,
): UnformattedFailure | undefined {
  const variable = proxyVariable(error)
  if (!variable) return undefined
  return createFailure('network.connectionThroughProxyLost', { host, variable })
}

function loginError(error: unknown): ProxyLoginError | undefined {
  return errorChain(error).find((cause) => cause instanceof ProxyLoginError)
}

function outermostProxyError(error: unknown): ProxyError | undefined {
  return errorChain(error).find((cause) => cause instanceof ProxyError)
}

function proxyVariable(error: unknown): string | undefined {
  return outermostProxyError(error)?.proxyVariable
}
