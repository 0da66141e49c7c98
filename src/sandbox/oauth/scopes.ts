import type { Context } from '../context.ts'
import type { Scope } from '../database/tokens.ts'

/** Parses scopes separated by spaces. Undefined if there are none, or if the instance doesn't have one of them. */
export function parseScopes({ release }: Context, text: string): Scope[] | undefined {
  const names = [...new Set(text.split(/\s+/).filter((name) => name !== ''))]
  const scopes = release.scopes.filter((scope) => scope !== 'granular' && names.includes(scope))
  return names.length > 0 && scopes.length === names.length ? scopes : undefined
}
