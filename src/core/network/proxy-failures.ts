import { message } from '../../shared/messages/message.ts'
import type { Failure } from '../infra/failure.ts'

/** The failure caused by a proxy; undefined for other codes. */
export function proxyFailure(codes: readonly string[], host: string): Failure | undefined {
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(/^PROXY_407$|PROXY_AUTH/)) return proxyWantsSignIn(host)
  if (has(/^PROXY_\d{3}$|TUNNEL_CONNECTION_FAILED/)) {
    return {
      kind: 'offline',
      reason: 'proxy',
      message: message('network.proxyBlocked', { host }),
      hint: message('network.proxyBlockedHint'),
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
      message: message('network.proxyUnreachable', { host }),
      hint: message('network.checkProxy'),
    }
  }
  return undefined
}

/** Latchkey does not support proxy credentials. */
function proxyWantsSignIn(host: string): Failure {
  return {
    kind: 'offline',
    reason: 'proxy',
    message: message('network.proxyPassword', { host }),
    hint: message('network.proxyPasswordHint'),
  }
}
