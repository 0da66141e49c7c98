import { bearerSecret, hasExpired } from '../access-token.ts'
import type { Context } from '../context.ts'
import {
  applicationById,
  oauthTokenByAccess,
  oauthTokenByRefresh,
  revokeOAuthToken,
} from '../database/oauth.ts'
import { scopesOf } from '../database/tokens.ts'
import { ApiError } from '../errors.ts'
import { authenticateClient } from './client.ts'
import { oauthError } from './errors.ts'
import type { Fields } from './fields.ts'

/** POST /oauth/revoke: revokes a pair by either of its tokens. An unknown token is no error. */
export function revokePair({ db }: Context, headers: Headers, fields: Fields): object {
  const secret = fields('token')
  const client = authenticateClient(db, headers, fields)
  const token = oauthTokenByAccess(db, secret) ?? oauthTokenByRefresh(db, secret)
  if (!token) return {}
  if (token.application_id !== client.id) throw oauthError('unauthorized_client')
  revokeOAuthToken(db, token)
  return {}
}

/** GET /oauth/token/info, with the older names of two fields, too (`app/controllers/oauth/token_info_controller.rb`). */
export function describeToken({ db, now }: Context, headers: Headers): object {
  const token = oauthTokenByAccess(db, bearerSecret(headers) ?? '')
  if (!token) throw invalidAccessToken('The access token is invalid')
  if (token.revoked) throw invalidAccessToken('The access token was revoked')
  if (hasExpired(token, now)) throw invalidAccessToken('The access token expired')
  const scopes = scopesOf(token)
  const seconds = Math.ceil((Date.parse(token.expires_at) - now().getTime()) / 1000)
  return {
    resource_owner_id: token.user_id,
    scope: scopes,
    expires_in: seconds,
    application: { uid: applicationById(db, token.application_id)!.uid },
    created_at: Math.floor(Date.parse(token.created_at) / 1000),
    scopes,
    expires_in_seconds: seconds,
  }
}

function invalidAccessToken(description: string): ApiError {
  return new ApiError(401, { error: 'invalid_token', error_description: description })
}
