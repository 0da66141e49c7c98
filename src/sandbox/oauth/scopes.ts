import type { Context } from '../context.ts'
import type { StoredApplication } from '../database/oauth.ts'
import { type Scope, scopesOf } from '../database/tokens.ts'

/** Parses scopes separated by spaces. Undefined if there are none, or if the instance doesn't have one of them. */
export function parseScopes({ release }: Context, text: string): Scope[] | undefined {
  const names = [...new Set(text.split(/\s+/).filter((name) => name !== ''))]
  const scopes = release.scopes.filter((scope) => scope !== 'granular' && names.includes(scope))
  return names.length > 0 && scopes.length === names.length ? scopes : undefined
}

/**
 * The scopes that a client asks for, by default `api`. Undefined if the application isn't registered for one of them.
 */
export function requestedScopes(
  context: Context,
  application: StoredApplication,
  text: string,
): Scope[] | undefined {
  const scopes = parseScopes(context, text.trim() === '' ? 'api' : text)
  const registered = scopesOf(application)
  return scopes?.every((scope) => registered.includes(scope)) ? scopes : undefined
}
