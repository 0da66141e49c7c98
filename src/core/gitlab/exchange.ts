import { createFetch } from 'ofetch'
import { type AnyEndpoint, answerLimits } from '../../shared/gitlab/endpoint.ts'
import { after } from '../platform/time/scheduler.ts'
import { type ApiResponse, createAnswer, tooLargeError } from './api-response.ts'
import { failureFromResponse } from './error-response.ts'
import { networkFailure } from './network-failure.ts'
import type { ServiceRequest } from './request.ts'
import type { Target } from './target.ts'

export interface ExchangeLimits {
  /** Timeout (ms) for an entire call: all attempts, but not the pauses between them. */
  callMs: number
}

export interface ExchangeOptions {
  /**
   * Must pass the tests in `platform/network/testing/fetch-contract.ts`: with `redirect: 'manual'`, it doesn't follow
   * redirects; it doesn't store cookies; and it rejects a status that a `Response` can't have. It should give up
   * connecting after 10 s.
   */
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now(): number
}

export const defaultLimits: ExchangeLimits = { callMs: 30_000 }

/** Maximum number of bytes to read from an error response. */
const refusalBytes = 256 * 1024

/**
 * Redirects are rejected because they would send the token to another host. They are returned as responses, see
 * `redirectRefusedFailure`.
 */
const refuseRedirect = 'manual'

/** Sends a request once. Returns a response with one of its endpoint's statuses, or throws a `FailureError`. */
export type Exchange = (
  target: Target,
  endpoint: AnyEndpoint,
  request: ServiceRequest,
  /** Time limit (ms) for this attempt. */
  milliseconds: number,
  signal?: AbortSignal,
) => Promise<ApiResponse>

export function createExchange({ fetch, now }: ExchangeOptions): Exchange {
  return async (target, endpoint, request, milliseconds, signal) => {
    // `AbortSignal.timeout` would stay in memory until its time is up, and a long list would create thousands of them.
    const timeout = new AbortController()
    const cancelTimer = after(milliseconds, () => timeout.abort())
    let answering = false
    const send = createFetch({
      fetch: async (...request) => {
        const response = await fetch(...request)
        answering = true
        return response
      },
    })
    let response
    let body
    let isSuccess
    try {
      response = await send.raw(request.url, {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          // A read-only GitLab answers only JSON requests with a reason, and redirects others to its start page.
          ...(endpoint.method === 'DELETE' && { 'content-type': 'application/json' }),
          ...authorization(target),
        },
        body: request.body,
        redirect: refuseRedirect,
        credentials: 'omit',
        cache: 'no-store',
        responseType: 'stream',
        ignoreResponseError: true,
        retry: 0,
        signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
      })
      isSuccess = endpoint.status.includes(response.status)
      // guard: refusal-bytes
      body = await readBytes(response, isSuccess ? answerLimits(endpoint).bytes : refusalBytes)
    } catch (error) {
      signal?.throwIfAborted()
      const timedOut = timeout.signal.aborted
      throw networkFailure(error, { target, endpoint, answering, timedOut })
    } finally {
      cancelTimer()
    }
    if (isSuccess && body.isCut) throw tooLargeError(target, endpoint, response.status)
    // guard: sent-secret
    const answer = createAnswer(response, body.bytes, [target.token, request.secret])
    if (isSuccess) return answer
    throw failureFromResponse(target, endpoint, answer, now(), sentFields(request))
  }
}

/**
 * GitLab looks for personal access tokens in its own header, and for the access tokens of sessions only in the standard
 * one (`lib/gitlab/auth/auth_finders.rb`). Some proxies take the standard one for themselves.
 */
function authorization({ token, isSession }: Target): Record<string, string> {
  if (token === undefined) return {}
  return isSession ? { authorization: ['Bearer', token].join(' ') } : { 'PRIVATE-TOKEN': token }
}

function sentFields({ body = {} }: ServiceRequest): Record<string, unknown> {
  return body instanceof FormData || body instanceof URLSearchParams
    ? Object.fromEntries(body)
    : body
}

/** Reads the body up to a limit, and decompresses nothing beyond it. */
async function readBytes(
  { body }: Response,
  limit: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    parts.push(part)
    // guard: answer-bytes
    if (length > limit) break
  }
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)
  return { bytes: bytes.subarray(0, limit), isCut: length > limit }
}
