import { isDeepStrictEqual } from 'node:util'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'

/**
 * A successful response's contract error; undefined if there is none. Response schemas are lenient, so this also
 * reports bodies that a schema had to repair.
 */
export function contractError(endpoint: AnyEndpoint, body: unknown): unknown {
  const { error, data } = endpoint.returns.safeParse(body)
  if (error) return error
  // The sandbox also sends a single record instead of a list, and numbers as text, which schemas accept.
  const received = Array.isArray(data) && !Array.isArray(body) ? [body] : body
  return isDeepStrictEqual(withDigits(data), withDigits(received))
    ? undefined
    : 'needed repair by the schema'
}

function withDigits(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, inner: unknown) =>
      typeof inner === 'number' ? String(inner) : inner,
    ),
  )
}
