import { randomBytes } from 'node:crypto'
import { gitlabDays } from '../shared/rules/gitlab-days.ts'
import type { AccessToken } from './access-token.ts'
import type { Context } from './context.ts'
import {
  addressesOf,
  insertToken,
  isTokenExpired,
  fineGrainedPermissionsOf,
  scopesOf,
  tokenById,
} from './database/tokens.ts'
import type { Scope, Token } from './database/tokens.ts'
import type { User } from './database/users.ts'
import type { InstanceRule } from './handler.ts'

/** Scopes that only administrators can use (`lib/gitlab/auth.rb`). */
const adminScopes: readonly string[] = ['sudo', 'admin_mode'] satisfies Scope[]

/** A token to create. */
export interface TokenRequest {
  name: string
  scopes: readonly string[]
  /** `YYYY-MM-DD`. A past date creates an expired token. */
  expires_at: string | null
  description: string | null
}

/** The latest expiry date a new token can have; null if it needs none. */
export function latestExpiry({ now, tokensExpire, release }: Context): string | null {
  if (!tokensExpire && release.has('lastingTokens')) return null
  return gitlabDays.lastTokenExpiry.day(now().getTime())
}

/** Errors in this user's token request, as messages by field; empty if it is valid. */
export function tokenErrors(
  context: Context,
  user: User,
  { name, scopes, expires_at, description }: TokenRequest,
): Record<string, string[]> {
  const latest = latestExpiry(context)
  const errors = {
    name: name.trim() === '' ? ["can't be blank"] : [],
    scopes: scopes.length === 0 ? ["can't be blank"] : [],
    expires_at: expires_at === null && latest !== null ? ["can't be blank"] : [],
    description:
      [...(description ?? '')].length > 255 ? ['is too long (maximum is 255 characters)'] : [],
  }
  if (!scopes.every((scope) => isAvailable(context, scope, user))) {
    errors.scopes.push('can only contain available scopes')
  }
  if (expires_at !== null && latest !== null && expires_at > latest) {
    errors.expires_at.push(`must be before ${latest}`)
  }
  return Object.fromEntries(Object.entries(errors).filter(([, strings]) => strings.length > 0))
}

/** Creates a token from a valid request. Only this response contains the secret. */
export function issueToken(
  context: Context,
  user: User,
  kind: Token['kind'],
  request: TokenRequest,
  /** The token being rotated, whose permissions carry over. */
  previous?: Token,
) {
  const secret = `glpat-${randomBytes(18).toString('base64url')}`
  const id = insertToken(context.db, secret, {
    ...request,
    user_id: user.id,
    kind,
    scopes: request.scopes as Scope[],
    created_at: context.now().toISOString(),
    ...(previous && { previous_id: previous.id, permissions: fineGrainedPermissionsOf(previous) }),
  })
  const token = tokenById(context.db, id)!
  return { ...tokenView(context, token, 'alone'), token: secret }
}

/** A token in API responses, without its secret. */
export function tokenView(context: Context, token: Token, where: 'listed' | 'alone') {
  const { now, flavor, release } = context
  const { description, last_used_at } = token
  const permissions = fineGrainedPermissionsOf(token)
  const showsUse = where === 'listed' || flavor.showsAllOfTokens
  return release.withoutUnknownFields('token', {
    id: token.id,
    name: token.name,
    revoked: token.revoked === 1,
    created_at: token.created_at,
    ...(flavor.showsAllOfTokens ? { description } : {}),
    granular: permissions !== undefined,
    granular_scopes: permissions
      ? [{ access: 'user', permissions, project_id: null, group_id: null }]
      : [],
    scopes: scopesOf(token),
    user_id: token.user_id,
    ...(showsUse ? { last_used_at } : {}),
    ...(flavor.showsAllOfTokens ? { last_used_ips: addressesOf(token) } : {}),
    active: token.revoked === 0 && !isTokenExpired(token, now),
    expires_at: token.expires_at,
  })
}

/** Whether the instance supports this kind of token. Some versions don't support fine-grained tokens. */
export function supportsToken({ release }: Pick<Context, 'release'>, token: AccessToken): boolean {
  return fineGrainedPermissionsOf(token) === undefined || release.has('granularTokens')
}

/** Rejects all other scopes with Grape's message. */
export function restrictScopes(
  allowedScopes: (instance: Instance) => readonly string[] | undefined,
): InstanceRule {
  return (given, instance) => {
    const scopes = allowedScopes(instance)
    if (!scopes) return undefined
    const strings = [given['scopes']].flat().map((one) => (typeof one === 'object' ? '' : one))
    const names = strings.flatMap((one) => String(one ?? '').split(','))
    return names.every((name) => name === '' || scopes.includes(name))
      ? undefined
      : 'scopes does not have a valid value'
  }
}

type Instance = Parameters<InstanceRule>[1]

function isAvailable({ release }: Context, scope: string, user: User): boolean {
  if (adminScopes.includes(scope)) return user.admin === 1
  return (release.scopes as readonly string[]).includes(scope)
}
