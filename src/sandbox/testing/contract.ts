import { isDeepStrictEqual } from 'node:util'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'

/**
 * The contract error of a successful response; undefined if there is none. Response schemas are lenient, so the
 * sandbox shouldn't send bodies that a schema had to repair.
 */
export function contractError(endpoint: AnyEndpoint, body: unknown): unknown {
  const { error, data } = endpoint.returns.safeParse(body)
  if (error) return error
  // Schemas accept a single record instead of a list and numbers as text, and the sandbox sends both.
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
