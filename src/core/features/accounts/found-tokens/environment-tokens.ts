import { Token } from '../../../../shared/operations/accounts.ts'
import type { UnusableToken } from '../../../../shared/operations/found-tokens.ts'
import { type ReadableToken, toInstance } from './readable-token.ts'

/** As glab reads them, in this order. */
const variables = ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'] as const
const hostVariables = ['GITLAB_HOST', 'GITLAB_URI', 'GL_HOST'] as const

export interface EnvironmentTokens {
  tokens: ReadableToken[]
  unusable: UnusableToken[]
  /** The variables that were looked for. */
  places: string[]
}

/** The tokens in the variables that Latchkey was started with. */
export function findEnvironmentTokens(environment: NodeJS.ProcessEnv): EnvironmentTokens {
  const found: EnvironmentTokens = { tokens: [], unusable: [], places: [...variables] }
  const skip = (name: string, reason: UnusableToken['reason']) =>
    found.unusable.push({ source: 'environment', name, reason })
  const hostVariable = hostVariables.find((name) => environment[name])
  const typedUrl = hostVariable ? environment[hostVariable]! : 'gitlab.com'
  const instance = toInstance(typedUrl)
  const seen = new Set<string>()
  for (const name of variables) {
    const { success, data: token } = Token.safeParse(environment[name] ?? '')
    if (!environment[name] || (success && seen.has(token))) continue
    if (!success) skip(name, 'malformed')
    else if (!instance) skip(hostVariable!, 'url')
    else {
      const offer = { source: 'environment', ...instance, place: name } as const
      found.tokens.push({ offer, typedUrl, read: () => Promise.resolve(token) })
    }
    if (success) seen.add(token)
  }
  if (environment.OAUTH_TOKEN) skip('OAUTH_TOKEN', 'oauth')
  return found
}
