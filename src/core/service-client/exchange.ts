import { createFetch } from 'ofetch'
import { FailureError } from '../../shared/failure.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { type Answer, answerOf } from './answer.ts'
import { failureOfAnswer } from './error-answer.ts'
import { failureOfNetwork } from './network-failure.ts'
import type { ServiceRequest } from './request.ts'
import type { Target } from './service-client.ts'

export interface Limits {
  /** Milliseconds for a whole call: all its attempts, without the pauses between them. */
  callMs: number
  /** Bytes of an answer. */
  answerBytes: number
}

export interface ExchangePorts {
  /** Must not follow redirects when told `redirect: 'manual'`, and should give up connecting after 10 s. */
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now(): number
}

export const defaultLimits: Limits = { callMs: 30_000, answerBytes: 64 * 1024 * 1024 }

/** One attempt at a request: an answer with a status of its row, or a `FailureError`. */
export type Exchange = (
  target: Target,
  row: AnyEndpoint,
  request: ServiceRequest,
  /** Milliseconds for this attempt. */
  milliseconds: number,
  signal?: AbortSignal,
) => Promise<Answer>

export function exchange({ fetch, now }: ExchangePorts, limits: Limits): Exchange {
  return async (target, row, request, milliseconds, signal) => {
    // Not `AbortSignal.timeout`, which stays until its time has passed: of a long list that is thousands.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), milliseconds).unref()
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
    try {
      response = await send.raw(request.url, {
        method: row.method,
        headers: {
          accept: 'application/json',
          ...(target.token !== undefined && { 'PRIVATE-TOKEN': target.token }),
        },
        body: request.body,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        responseType: 'stream',
        ignoreResponseError: true,
        retry: 0,
        signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
      })
      body = await bytesOf(response, limits.answerBytes)
    } catch (error) {
      signal?.throwIfAborted()
      const timedOut = timeout.signal.aborted
      throw failureOfNetwork(error, { target, row, answering, timedOut })
    } finally {
      clearTimeout(timer)
    }
    const answer = answerOf(response, body)
    if (row.status.includes(answer.status)) return answer
    throw failureOfAnswer(target, row, answer, now(), fieldsOf(request))
  }
}

function fieldsOf({ body = {} }: ServiceRequest): Record<string, unknown> {
  return body instanceof FormData ? Object.fromEntries(body) : body
}

/** The body to its end; fails as soon as it is larger than allowed. */
async function bytesOf({ body }: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > limit) throw tooLarge(limit)
    parts.push(part)
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, bytes)
}

function tooLarge(limit: number): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: `The service sent an answer of more than ${Math.floor(limit / 1024 / 1024)} MB.`,
    hint: 'Nothing of it was used. Ask for less, or tell the administrator of the instance.',
  })
}
