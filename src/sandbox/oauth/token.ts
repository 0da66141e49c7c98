import { createHash, randomBytes } from 'node:crypto'
import { addTime } from '../clock.ts'
import type { Context } from '../context.ts'
import {
  type StoredApplication,
  codeGrant,
  deleteCodeGrant,
  insertOAuthToken,
  oauthTokenByRefresh,
  revokeOAuthToken,
} from '../database/oauth.ts'
import { type Scope, scopesOf } from '../database/tokens.ts'
import { authenticateClient } from './client.ts'
import { deviceGrantType, pollDeviceGrant } from './device.ts'
import { missingParameter, oauthError } from './errors.ts'
import type { Fields } from './fields.ts'
import type { Authorization } from './grant.ts'

type Grant = (context: Context, client: StoredApplication, fields: Fields) => Authorization

const grants = new Map<string, Grant>([
  ['authorization_code', readCode],
  ['refresh_token', readRefreshToken],
  [deviceGrantType, pollDeviceGrant],
])

/** POST /oauth/token */
export function answerTokenRequest(context: Context, headers: Headers, fields: Fields): Response {
  const grantType = fields('grant_type')
  if (grantType === '') throw missingParameter('grant_type')
  const grant = grants.get(grantType)
  if (!grant) throw oauthError('unsupported_grant_type')
  const client = authenticateClient(context.db, headers, fields)
  // Nothing is awaited, so no other request can use the same grant in between.
  const authorization = grant(context, client, fields)
  const body = context.db.transaction(() => {
    authorization.consume()
    return issuePair(context, client, authorization)
  })
  return Response.json(body, { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } })
}

function readCode({ db, now }: Context, client: StoredApplication, fields: Fields): Authorization {
  const code = fields('code')
  const grant = codeGrant(db, code)
  const isValid = grant?.application_id === client.id && now().toISOString() < grant.expires_at
  if (!grant || !isValid) throw oauthError('invalid_grant')
  const [redirectUri, verifier] = [fields('redirect_uri'), fields('code_verifier')]
  if (redirectUri === '') throw missingParameter('redirect_uri')
  if (grant.code_challenge !== null && verifier === '') throw missingParameter('code_verifier')
  if (redirectUri !== grant.redirect_uri || !isVerified(grant.code_challenge, verifier)) {
    throw oauthError('invalid_grant')
  }
  return {
    userId: grant.user_id,
    scopes: scopesOf(grant),
    consume: () => deleteCodeGrant(db, code),
  }
}

/** Without a challenge, a verifier is an error, too (`authorization_code_request.rb`). */
function isVerified(challenge: string | null, verifier: string): boolean {
  if (challenge === null) return verifier === ''
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

/** Both old tokens are revoked at once (`doc/api/oauth2.md`). */
function readRefreshToken(
  { db }: Context,
  client: StoredApplication,
  fields: Fields,
): Authorization {
  const secret = fields('refresh_token')
  if (secret === '') throw missingParameter('refresh_token')
  const token = oauthTokenByRefresh(db, secret)
  if (!token || token.revoked || token.application_id !== client.id) {
    throw oauthError('invalid_grant')
  }
  const scopes = scopesOf(token)
  const names = fields('scope')
    .split(/\s+/)
    .filter((name) => name !== '')
  if (!names.every((name) => scopes.includes(name as Scope))) throw oauthError('invalid_scope')
  return {
    userId: token.user_id,
    scopes: names.length > 0 ? (names as Scope[]) : scopes,
    consume: () => revokeOAuthToken(db, token),
  }
}

function issuePair(
  { db, now, oauthLifetime }: Context,
  client: StoredApplication,
  { userId, scopes }: Authorization,
) {
  const [access, refresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const createdAt = now()
  insertOAuthToken(
    db,
    { access, refresh },
    {
      application_id: client.id,
      user_id: userId,
      scopes: JSON.stringify(scopes),
      created_at: createdAt.toISOString(),
      expires_at: addTime(createdAt, oauthLifetime * 1000).toISOString(),
    },
  )
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: oauthLifetime,
    refresh_token: refresh,
    scope: scopes.join(' '),
    created_at: Math.floor(createdAt.getTime() / 1000),
  }
}
