import type { AnyEndpoint } from '../shared/gitlab/endpoint.ts'
import { type AccessToken, hasExpired, hasToken, tokenOfRequest } from './access-token.ts'
import type { Caller, Context } from './context.ts'
import { type Scope, fineGrainedPermissionsOf, scopesOf } from './database/tokens.ts'
import { type User, userByIdOrUsername, userById, isInternal } from './database/users.ts'
import {
  ApiError,
  forbidden,
  insufficientPermission,
  insufficientScope,
  invalidToken,
  notFound,
  unauthorized,
} from './errors.ts'
import type { RawParameters } from './request-parameters.ts'
import { supportsToken } from './tokens.ts'

/** What an endpoint requires of a token. */
interface TokenRequirements {
  /** For fine-grained tokens. */
  permission: string
  /** Scopes accepted in addition to the method's default ones. */
  extraScopes: readonly Scope[]
}

/**
 * Authenticates the caller. Returns undefined for a request without a token if the endpoint allows it. Throws an
 * `ApiError`.
 */
export function authenticate(
  context: Context,
  endpoint: AnyEndpoint,
  headers: Headers,
  parameters: RawParameters,
  { permission, extraScopes }: TokenRequirements,
): Caller | undefined {
  const sudo = toText(parameters['sudo'] ?? headers.get('sudo') ?? '').trim()
  if (!hasToken(headers)) {
    // A public endpoint still requires a token for sudo.
    if (endpoint.anonymous && sudo === '') return undefined
    throw unauthorized()
  }
  const acceptable = [...acceptableScopes(endpoint), ...extraScopes]
  const caller = callerOfToken(context, findToken(context, headers), (token) =>
    assertTokenAllows(token, acceptable, permission),
  )
  return sudo === '' ? caller : actAs(context, caller, sudo)
}

/** Whether a user may read admin-only fields. */
export function canReadAll(
  { flavor }: Pick<Context, 'flavor'>,
  { user, isAdmin }: Caller,
): boolean {
  return isAdmin || (flavor.auditorsReadAll && user.auditor === 1)
}

/** Rejects callers who aren't administrators, optionally with a custom message. */
export function assertAdmin(caller: Caller | undefined, text?: string): void {
  if (!caller?.isAdmin) throw text ? new ApiError(403, { message: text }) : forbidden()
}

function callerOfToken(
  context: Context,
  token: AccessToken | undefined,
  assertAllowed: (token: AccessToken) => void,
): Caller {
  const user = token && userById(context.db, token.user_id)
  if (!user) throw unauthorized()
  // Order: app/services/access_token_validation_service.rb; messages: lib/api/api_guard.rb
  if (hasExpired(token, context.now)) {
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.')
  }
  if (token.revoked) {
    throw invalidToken('Token was revoked. You have to re-authorize from the user.')
  }
  assertAllowed(token)
  const denial = accessDenial(user, context.url)
  if (denial) throw forbidden(denial)
  return { user, token, isAdmin: actsAsAdmin(context, user, scopesOf(token)) }
}

function findToken(context: Context, headers: Headers): AccessToken | undefined {
  const token = tokenOfRequest(context.db, headers)
  return token && supportsToken(context, token) ? token : undefined
}

/** Rejects a valid token that lacks the required scope or permission. */
function assertTokenAllows(
  token: AccessToken,
  acceptable: readonly Scope[],
  permission: string,
): void {
  const permissions = fineGrainedPermissionsOf(token)
  if (permissions) {
    if (!permissions.includes(permission)) throw insufficientPermission(permission)
    return
  }
  const scopes = scopesOf(token)
  if (!acceptable.some((scope) => scopes.includes(scope))) throw insufficientScope(acceptable)
}

/** Any of these scopes grants access to the endpoint. */
function acceptableScopes({ method, path }: AnyEndpoint): Scope[] {
  if (method !== 'GET') return ['api']
  // `read_user` covers /users and /user, but not /user_counts (lib/api/users.rb) and /user/applications, which is a
  // class of its own.
  return /^\/users?(?!\/applications)(\/|$)/.test(path)
    ? ['api', 'read_api', 'read_user']
    : ['api', 'read_api']
}

/** Impersonation (`lib/api/helpers.rb`, `sudo!`). */
function actAs(context: Context, caller: Caller, idOrUsername: string): Caller {
  if (!caller.isAdmin) throw forbidden('Must be admin to use sudo')
  const scopes = scopesOf(caller.token)
  if (!scopes.includes('sudo')) throw insufficientScope(['sudo'])
  const user = userByIdOrUsername(context.db, idOrUsername)
  if (!user) throw notFound(`User with ID or username '${idOrUsername}'`)
  return { user, token: caller.token, isAdmin: actsAsAdmin(context, user, scopes) }
}

/** Lists and maps match no user but still get a proper response. */
function toText(raw: unknown): string {
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

function actsAsAdmin(context: Context, user: User, scopes: readonly Scope[]): boolean {
  return user.admin === 1 && (!context.adminMode || scopes.includes('admin_mode'))
}

/** Why an account with a valid token can't use the API; undefined if it can. */
function accessDenial(user: User, url: string): string | undefined {
  // Order and messages: lib/gitlab/auth/user_access_denied_reason.rb
  if (isInternal(user)) return 'This action cannot be performed by internal users'
  switch (user.state) {
    case 'blocked_pending_approval':
      return 'Your account is pending approval from your administrator and hence blocked.'
    case 'deactivated':
      return (
        'Your account has been deactivated by your administrator. ' +
        `Please log back in from a web browser to reactivate your account at ${url}`
      )
    case 'blocked':
    case 'ldap_blocked':
    case 'banned':
      return 'Your account has been blocked.'
    case 'active':
      if (user.confirmed_at === null) return unconfirmedMessage(url)
      return user.password_expires_at === null ? undefined : passwordExpiredMessage
  }
}

const passwordExpiredMessage =
  'Your password expired. Please access GitLab from a web browser to update your password.'

function unconfirmedMessage(url: string): string {
  return (
    'Your primary email address is not confirmed. ' +
    'Please check your inbox for the confirmation instructions. In case the link is expired, ' +
    `you can request a new confirmation email at ${url}/users/confirmation/new`
  )
}
