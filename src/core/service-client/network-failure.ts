import { FailureError, type Failure } from '../infra/failure.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { chainOf, codesOf } from '../network/error-codes.ts'
import { failureOfProxy } from '../network/proxy-failures.ts'
import { failureOfTls } from '../network/tls-failures.ts'
import { notUnderstood } from './answer.ts'
import type { Target } from './service-client.ts'
import { hostOf, isWrite } from './words.ts'

interface Circumstances {
  target: Target
  row: AnyEndpoint
  /** Whether headers had come when it broke. */
  answering: boolean
  timedOut: boolean
}

/** Names what kept a request from its answer. A write that may have arrived has an unknown outcome. */
export function failureOfNetwork(error: unknown, circumstances: Circumstances): FailureError {
  const known = chainOf(error).find((cause) => cause instanceof FailureError)
  if (known) return isWrite(circumstances.row) ? unknown(circumstances, known) : known
  const codes = codesOf(error)
  const failure =
    neverSent(codes, circumstances) ?? unreadable(codes, circumstances) ?? broken(circumstances)
  return new FailureError(failure, { cause: error })
}

/** Failures before the service had the request, in which a write surely did not happen. */
function neverSent(codes: string[], circumstances: Circumstances): Failure | undefined {
  const host = hostOf(circumstances.target)
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(/^REDIRECT$/)) return refusedRedirect(host)
  if (circumstances.answering) return undefined
  if (has(/^NEVER_SENT$/)) {
    return {
      kind: 'timeout',
      message: `${host} did not answer an earlier change in time, so this one was not sent.`,
      hint: 'Try again; if it stays so, the service is overloaded or the connection is poor.',
    }
  }
  const proxy = failureOfProxy(codes, host)
  if (proxy) return proxy
  const tls = failureOfTls(codes, host)
  if (tls && (!tls.mayHaveArrived || !isWrite(circumstances.row))) return tls.failure
  if (has(/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED/)) {
    return offline(`The host name ${host} could not be found.`)
  }
  if (has(/ECONNREFUSED|CONNECTION_REFUSED/))
    return { ...offline(`Nothing answers at ${host}.`), reason: 'nothing-answers' }
  if (has(/CONNECT_TIMEOUT|CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH|ADDRESS_UNREACHABLE/)) {
    return offline(`${host} could not be reached.`)
  }
  return undefined
}

// Codes of an answer that came and is not what HTTP or its own headers say: ours, Node's, those of zlib, and Chromium's.
const unreadableCodes =
  /^UNREADABLE_ANSWER$|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$|^Z_|^ERR__ERROR_|^ZSTD_|net::ERR_(INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_|CONTENT_DECODING_|INVALID_CHUNKED_)/

function unreadable(codes: string[], { target, row }: Circumstances): Failure | undefined {
  if (!codes.some((code) => unreadableCodes.test(code))) return undefined
  return notUnderstood(target, row, 'sent an answer that cannot be read').failure
}

function broken(circumstances: Circumstances): Failure {
  const { target, row, answering, timedOut } = circumstances
  if (isWrite(row)) return unknown(circumstances).failure
  const host = hostOf(target)
  if (timedOut) {
    return {
      kind: 'timeout',
      message: answering
        ? `${host} did not finish its answer in time.`
        : `${host} did not answer in time.`,
      hint: 'Try again; if it stays so, the service is overloaded or the connection is poor.',
    }
  }
  return offline(
    answering
      ? `The answer of ${host} broke off half-way.`
      : `The connection to ${host} broke before an answer came.`,
  )
}

function unknown({ target, timedOut }: Circumstances, cause?: Error): FailureError {
  const what = timedOut ? 'did not answer in time' : 'gave no whole answer'
  return new FailureError(
    {
      kind: 'unknown-outcome',
      message: `${hostOf(target)} ${what}, so it is not known whether the change was made.`,
      hint: 'Look at what is there now before you do it again.',
    },
    { cause },
  )
}

function offline(message: string): Failure {
  return {
    kind: 'offline',
    message,
    hint: 'Check the address and your connection, then try again.',
  }
}

/** A redirect would carry the token somewhere else. */
export function refusedRedirect(host: string, to?: string): Failure {
  return {
    kind: 'refused-redirect',
    message: `${host} wanted to send Latchkey ${to ? `on to ${to}` : 'to another address'}, which was refused.`,
    hint: to
      ? `If ${to} is where the service lives now, sign in with that address.`
      : 'Perhaps it is a login page, or lives in another subfolder; check the address.',
  }
}
