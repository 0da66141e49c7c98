import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { type OAuthToken, oauthTokenByAccess } from './database/oauth.ts'
import { type Token, isTokenExpired, tokenBySecret } from './database/tokens.ts'

/** What a request can be authenticated with. */
export type AccessToken = Token | OAuthToken

/** The token in a request's headers; undefined if there is none, or no such token. */
export function tokenOfRequest(db: Database, headers: Headers): AccessToken | undefined {
  const personal = headers.get('private-token')?.trim()
  // Takes precedence, and accepts no OAuth tokens (`lib/gitlab/auth/auth_finders.rb`).
  if (personal) return tokenBySecret(db, personal)
  const bearer = bearerSecret(headers)
  if (bearer === undefined) return undefined
  return tokenBySecret(db, bearer) ?? oauthTokenByAccess(db, bearer)
}

export function hasToken(headers: Headers): boolean {
  return Boolean(headers.get('private-token')?.trim()) || bearerSecret(headers) !== undefined
}

export function bearerSecret(headers: Headers): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
}

export function hasExpired(token: AccessToken, now: Clock): boolean {
  return token.kind === 'oauth'
    ? token.expires_at <= now().toISOString()
    : isTokenExpired(token, now)
}
