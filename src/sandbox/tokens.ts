import { randomBytes } from 'node:crypto'
import { formatDate, day, addTime } from './clock.ts'
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

/** Days; `app/models/personal_access_token.rb`. */
const maxLifetimeDays = 365

/** Scopes that are of use to administrators only (`lib/gitlab/auth.rb`). */
const adminScopes: readonly string[] = ['sudo', 'admin_mode'] satisfies Scope[]

/** A token that somebody asks for. */
export interface TokenRequest {
  name: string
  scopes: readonly string[]
  /** `YYYY-MM-DD`; a past one makes a token that was never good. */
  expires_at: string | null
  description: string | null
}

/** The last day that a new token may name as its end; null where it need not end. */
export function latestExpiry({ now, tokensExpire, release }: Context): string | null {
  if (!tokensExpire && release.has('lastingTokens')) return null
  return formatDate(addTime(now(), maxLifetimeDays * day))
}

/** What is wrong with a wish for a token of this user: texts by field, none where it may be granted. */
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
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0))
}

/** Makes a token out of a wish that nothing is wrong with; the secret is in this answer and nowhere else. */
export function issueToken(
  context: Context,
  user: User,
  kind: Token['kind'],
  request: TokenRequest,
  /** The token that is rotated, whose permissions go on. */
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

/** A token as the service shows it, in a list or alone; never its secret. */
export function tokenView(context: Context, token: Token, where: 'listed' | 'alone') {
  const { now, flavor, release } = context
  const { description, last_used_at } = token
  const showsUse = where === 'listed' || flavor.showsAllOfTokens
  return release.withoutUnknownFields('token', {
    id: token.id,
    name: token.name,
    revoked: token.revoked === 1,
    created_at: token.created_at,
    ...(flavor.showsAllOfTokens ? { description } : {}),
    granular: fineGrainedPermissionsOf(token) !== undefined,
    scopes: scopesOf(token),
    user_id: token.user_id,
    ...(showsUse ? { last_used_at } : {}),
    ...(flavor.showsAllOfTokens ? { last_used_ips: addressesOf(token) } : {}),
    active: token.revoked === 0 && !isTokenExpired(token, now),
    expires_at: token.expires_at,
  })
}

/** Whether the instance knows a token: some don't know fine-grained ones. */
export function knowsToken({ release }: Pick<Context, 'release'>, token: Token): boolean {
  return fineGrainedPermissionsOf(token) === undefined || release.has('granularTokens')
}

/** Complains of scopes other than these, in the manner of Grape. */
export function restrictScopes(
  allowedScopes: (instance: Instance) => readonly string[] | undefined,
): InstanceRule {
  return (given, instance) => {
    const scopes = allowedScopes(instance)
    if (!scopes) return undefined
    const texts = [given['scopes']].flat().map((one) => (typeof one === 'object' ? '' : one))
    const names = texts.flatMap((one) => String(one ?? '').split(','))
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
