import { type AnyEndpoint, type CheckedInput, fillPath } from '../../shared/gitlab/endpoint.ts'
import type { SentFile } from '../../shared/gitlab/fields.ts'
import { pagingParameters } from './paging.ts'
import type { Target } from './target.ts'

/** A request without the token header. */
export interface ServiceRequest {
  url: string
  body?: Record<string, unknown> | FormData | URLSearchParams
  /** A secret in the body, which is removed from the response. */
  secret?: string
}

/**
 * Builds a request. Encodes arrays as `scopes[]`; GET and DELETE put their parameters in the query, other methods and
 * secrets in the JSON body.
 */
export function createRequest(
  target: Target,
  endpoint: AnyEndpoint,
  { path, parameters }: CheckedInput,
  cursor?: string,
): ServiceRequest {
  const address = `${target.baseUrl}/api/v4${fillPath(endpoint, path)}`
  const { sentSecret } = endpoint
  if (sentSecret !== undefined) {
    // Proxies and GitLab's web server log addresses.
    // guard: secret-in-body
    return { url: address, body: parameters, secret: String(parameters[sentSecret]) }
  }
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') {
    return { url: address, body: containsFile(parameters) ? createForm(parameters) : parameters }
  }
  const query = new URLSearchParams(toPairs(parameters))
  for (const [name, value] of pagingParameters(endpoint, cursor)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return { url: query.size > 0 ? `${address}?${query}` : address }
}

function toPairs(parameters: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(parameters).flatMap(([key, value]): [string, string][] => {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)])
    if (typeof value === 'object') return toPairs(value as Record<string, unknown>, name)
    return [[name, String(value)]]
  })
}

function containsFile(parameters: Record<string, unknown>): boolean {
  return Object.values(parameters).some(isFile)
}

function isFile(value: unknown): value is SentFile {
  return typeof value === 'object' && value !== null && 'bytes' in value
}

function createForm(parameters: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parameters)) {
    if (isFile(value)) {
      const { bytes, type, filename } = value
      form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), filename)
    } else for (const [key, text] of toPairs({ [name]: value })) form.append(key, text)
  }
  return form
}
