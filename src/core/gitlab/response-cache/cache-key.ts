import { type AnyEndpoint, checkInput, fillPath } from '../../../shared/gitlab/endpoint.ts'
import { attempt } from '../../platform/ignore-errors.ts'

/** Identifies a request for looking up its cached response. */
export interface CacheKey {
  /** With its path parameters filled in. */
  path: string
  /** Everything else as a single string. */
  query: string
  /** The list, for every page but the first. */
  list?: string
}

type CallKind = 'one' | 'page' | 'all'

/** The cache key of a call; undefined if its response must not be cached. */
export function createCacheKey(
  endpoint: AnyEndpoint,
  input: unknown,
  kind: CallKind,
  cursor?: string,
): CacheKey | undefined {
  if (endpoint.method !== 'GET' || endpoint.secret || endpoint.fresh) return undefined
  const checked = attempt(() => checkInput(endpoint, input))
  // A response fetched as another user doesn't belong to this account.
  if (!checked || checked.parameters['sudo'] !== undefined) return undefined
  const path = fillPath(endpoint, checked.path)
  const parameters = Object.entries(checked.parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const list = JSON.stringify([kind, parameters])
  if (cursor === undefined) return { path, query: list }
  return { path, query: JSON.stringify([kind, parameters, cursor]), list }
}

/** The path of a call with its parameters filled in; undefined for invalid ones, which are never sent. */
export function filledPath(endpoint: AnyEndpoint, input: unknown): string | undefined {
  const checked = attempt(() => checkInput(endpoint, input))
  return checked && fillPath(endpoint, checked.path)
}

/** Whether a response contains a token or a password. */
export function containsSecret(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return Object.entries(answer).some(
    ([name, value]) =>
      (typeof value === 'string' && value !== '' && secretName.test(name)) || containsSecret(value),
  )
}

const secretName = /(^|_)(token|secret|password)$/i

/** Whether a write to one path may change another path's response. */
export function mayAffect(written: string, path: string): boolean {
  if (isWithin(path, written)) return true
  // Following changes the lists of both users.
  if (/\/(un)?follow$/.test(written) && /\/follow(ing|ers)$/.test(path)) return true
  // A token created through another endpoint also appears in the full list.
  if (/\/personal_access_tokens$/.test(written) && path === '/personal_access_tokens') return true
  // The current user's response only includes these two subresources.
  if (path === '/user') return /^\/user\/(avatar|emails)(\/|$)/.test(written)
  return isWithin(written, path)
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}/`)
}
