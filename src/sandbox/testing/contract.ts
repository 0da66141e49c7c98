import { isDeepStrictEqual } from 'node:util'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'

/**
 * What is wrong with a good answer of an endpoint; undefined where nothing is. The schemas of answers tolerate what they can, so one that
 * they had to put right is not what the sandbox should send.
 */
export function contractError(endpoint: AnyEndpoint, body: unknown): unknown {
  const { error, data } = endpoint.returns.safeParse(body)
  if (error) return error
  // Some services send one record in place of a list, and numbers as text; the sandbox does both.
  const received = Array.isArray(data) && !Array.isArray(body) ? [body] : body
  return isDeepStrictEqual(withDigits(data), withDigits(received))
    ? undefined
    : 'had to be put right'
}

function withDigits(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, inner: unknown) =>
      typeof inner === 'number' ? String(inner) : inner,
    ),
  )
}
