import { randomBytes } from 'node:crypto'
import type { Context as HttpContext } from 'hono'
import { addTime, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { type StoredApplication, applicationByUid, insertCodeGrant } from '../database/oauth.ts'
import { type Scope, scopesOf } from '../database/tokens.ts'
import type { User } from '../database/users.ts'
import { type OAuthErrorName, oauthErrorText } from './errors.ts'
import { type Fields, readFields } from './fields.ts'
import { consentPage, messagePage } from './pages.ts'
import { isRegisteredRedirect, redirectLocation } from './redirect-uri.ts'
import { requestedScopes } from './scopes.ts'
import { userToSignIn, usersToSignIn } from './users.ts'

/** How long (ms) an authorization code can be exchanged for a token (Doorkeeper's default). */
const codeLifetime = 10 * minute

interface AuthorizationRequest {
  application: StoredApplication
  redirectUri: string
  state: string
  scopes: Scope[]
  /** Empty without PKCE. */
  codeChallenge: string
}

/** GET /oauth/authorize. GitLab shows an error on the page and doesn't redirect. */
export async function showConsent(context: Context, c: HttpContext): Promise<Response> {
  const request = checkRequest(context, await readFields(c.req.raw))
  if (typeof request === 'string') return errorPage(c, oauthErrorText(request))
  const { application, scopes } = request
  return c.html(consentPage(application.name, scopes, usersToSignIn(context.db)))
}

/** POST /oauth/authorize: redirects to the application with a code, or with `access_denied`. */
export async function decideConsent(context: Context, c: HttpContext): Promise<Response> {
  const fields = await readFields(c.req.raw)
  const request = checkRequest(context, fields)
  if (typeof request === 'string') return errorPage(c, oauthErrorText(request))
  const user = userToSignIn(context.db, fields('username'))
  if (!user) return errorPage(c, 'Invalid login or password.')
  if (user.confirmed_at === null) return errorPage(c, unconfirmedText)
  if (isForbidden(context, user, request.application)) {
    return c.html(messagePage('Forbidden', forbiddenText))
  }
  const { redirectUri, state } = request
  const answer: Record<string, string> =
    fields('decision') === 'authorize'
      ? { code: createCode(context, user, request) }
      : { error: 'access_denied', error_description: oauthErrorText('access_denied') }
  return c.redirect(redirectLocation(redirectUri, { ...answer, state }))
}

/** The order is that of Doorkeeper's `PreAuthorization`. */
function checkRequest(context: Context, fields: Fields): AuthorizationRequest | OAuthErrorName {
  const application = applicationByUid(context.db, fields('client_id'))
  if (!application) return 'invalid_client'
  const redirectUri = fields('redirect_uri')
  if (!isRegisteredRedirect(application.redirect_uri, redirectUri)) return 'invalid_redirect_uri'
  if (fields('response_type') !== 'code') return 'unsupported_response_type'
  const scopes = requestedScopes(context, application, fields('scope'))
  if (!scopes) return 'invalid_scope'
  const codeChallenge = fields('code_challenge')
  if (codeChallenge !== '' && fields('code_challenge_method') !== 'S256') {
    return 'invalid_code_challenge_method'
  }
  return { application, redirectUri, state: fields('state'), scopes, codeChallenge }
}

function createCode(context: Context, user: User, request: AuthorizationRequest): string {
  const code = randomBytes(32).toString('hex')
  insertCodeGrant(context.db, code, {
    application_id: request.application.id,
    user_id: user.id,
    redirect_uri: request.redirectUri,
    scopes: JSON.stringify(request.scopes),
    code_challenge: request.codeChallenge || null,
    expires_at: addTime(context.now(), codeLifetime).toISOString(),
  })
  return code
}

/** The application's scopes count, not the requested ones (`authorizations_controller.rb`, `dangerous_scopes?`). */
function isForbidden(
  { disableAdminOAuthScopes }: Context,
  user: User,
  application: StoredApplication,
): boolean {
  const isDangerous = scopesOf(application).some((scope) => dangerousScopes.includes(scope))
  return disableAdminOAuthScopes && user.admin === 1 && isDangerous
}

const dangerousScopes: readonly Scope[] = [
  ...(['api', 'read_api', 'sudo', 'admin_mode'] as const),
  ...(['read_repository', 'write_repository', 'read_registry', 'write_registry'] as const),
]

function errorPage(c: HttpContext, text: string): Response | Promise<Response> {
  return c.html(messagePage('An error has occurred', text))
}

const unconfirmedText = 'Verify the email address in your account profile before you sign in.'

/** Our own text. */
const forbiddenText = 'Administrators can’t authorize this application.'
