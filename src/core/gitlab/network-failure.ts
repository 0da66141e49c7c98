import { createFailure } from '../platform/failures.ts'
import { FailureError, type UnformattedFailure } from '../platform/failure.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { errorChain, errorCodes } from '../platform/network/error-codes.ts'
import { lostProxyConnectionFailure, proxyFailure } from '../platform/network/proxy-failures.ts'
import { tlsFailure } from '../platform/network/tls-failures.ts'
import { notUnderstoodError } from './api-response.ts'
import type { Target } from './target.ts'
import { instanceHost, isWrite } from './text.ts'

interface RequestContext {
  target: Target
  endpoint: AnyEndpoint
  /** Whether the response headers had arrived. */
  answering: boolean
  timedOut: boolean
}

/** A request's failure without a response. If a write may have arrived, its outcome is unknown. */
export function networkFailure(error: unknown, circumstances: RequestContext): FailureError {
  const failureCause = errorChain(error).find((cause) => cause instanceof FailureError)
  if (failureCause)
    return isWrite(circumstances.endpoint)
      ? unknownOutcomeError(circumstances, failureCause)
      : failureCause
  const codes = errorCodes(error)
  const failure =
    neverSentFailure(error, circumstances) ??
    unreadableFailure(codes, circumstances) ??
    brokenFailure(error, circumstances)
  return new FailureError(failure, { cause: error })
}

/** The failure if the request never arrived, which means that a write definitely didn't happen. */
function neverSentFailure(
  error: unknown,
  circumstances: RequestContext,
): UnformattedFailure | undefined {
  const codes = errorCodes(error)
  const host = instanceHost(circumstances.target)
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(/^REDIRECT$/)) return redirectRefusedFailure(host)
  if (circumstances.answering) return undefined
  if (has(/^NEVER_SENT$/)) {
    return createFailure('service.notSent', { host })
  }
  const proxy = proxyFailure(error, host, new URL(circumstances.target.baseUrl).protocol)
  if (proxy) return proxy
  const tls = tlsFailure(codes, host)
  if (tls && (!tls.mayHaveArrived || !isWrite(circumstances.endpoint))) return tls.failure
  if (has(/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|INTERNET_DISCONNECTED/)) {
    return offlineFailure(message('service.hostNotFound', { host }))
  }
  if (has(/ECONNREFUSED|CONNECTION_REFUSED/))
    return {
      ...offlineFailure(message('service.unreachable', { host })),
      reason: 'nothing-answers',
    }
  if (
    has(
      /CONNECT_TIMEOUT|CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH|ADDRESS_(UNREACHABLE|INVALID)|UNSAFE_PORT|NETWORK_ACCESS_DENIED/,
    )
  ) {
    return offlineFailure(message('service.unreachable', { host }))
  }
  return undefined
}

// Codes for a response that violates HTTP or its own headers, from Latchkey, Node, zlib, and Chromium.
const unreadableCodes =
  /^UNREADABLE_ANSWER$|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$|^Z_|^ERR__ERROR_|^ZSTD_|net::ERR_(INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_|CONTENT_DECODING_|INVALID_CHUNKED_)/

function unreadableFailure(
  codes: string[],
  { target, endpoint }: RequestContext,
): UnformattedFailure | undefined {
  if (!codes.some((code) => unreadableCodes.test(code))) return undefined
  return notUnderstoodError(
    endpoint,
    message('service.sentUnreadable', { host: instanceHost(target) }),
  ).failure
}

function brokenFailure(error: unknown, circumstances: RequestContext): UnformattedFailure {
  const { target, endpoint, answering, timedOut } = circumstances
  if (isWrite(endpoint)) return unknownOutcomeError(circumstances).failure
  const host = instanceHost(target)
  if (timedOut) {
    return createFailure('service.tooSlow', { host })
  }
  if (answering) return offlineFailure(message('service.connectionLost', { host }))
  return (
    lostProxyConnectionFailure(error, host) ??
    offlineFailure(message('service.connectionLost', { host }))
  )
}

function unknownOutcomeError({ target, timedOut }: RequestContext, cause?: Error): FailureError {
  const host = instanceHost(target)
  const reason = timedOut
    ? message('service.tooSlow', { host })
    : message('service.noWholeAnswer', { host })
  return new FailureError(createFailure('service.outcomeUnknown', { cause: reason }), { cause })
}

function offlineFailure(cause: Message): UnformattedFailure {
  return { kind: 'offline', message: cause, hint: message('service.checkConnection') }
}

/** A redirect would send the token to another host, and a login page must never get it. */
export function redirectRefusedFailure(
  host: string,
  to?: string,
  hint?: Message,
): UnformattedFailure {
  return createFailure(
    to ? 'service.redirectTo' : 'service.redirect',
    { host, to: to ?? '' },
    hint && { hint },
  )
}
