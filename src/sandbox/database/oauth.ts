import type { Database } from './database.ts'
import { digestOf } from './digest.ts'
import type { Scope } from './tokens.ts'
import type { Flag } from './users.ts'

/** An OAuth application as stored. */
export interface StoredApplication {
  id: number
  /** Null for an application of the whole instance. */
  owner_id: number | null
  name: string
  /** The client ID. */
  uid: string
  digest: string
  /** One per line. */
  redirect_uri: string
  /** JSON */
  scopes: string
  confidential: Flag
  created_at: string
}

/** An authorization code that wasn't exchanged for a token yet. */
export interface CodeGrant {
  application_id: number
  user_id: number
  redirect_uri: string
  /** JSON */
  scopes: string
  /** Null without PKCE. */
  code_challenge: string | null
  expires_at: string
}

/** A device's request to sign in. */
export interface DeviceGrant {
  digest: string
  application_id: number
  /** Null once a user has entered it. */
  user_code: string | null
  user_id: number | null
  /** JSON */
  scopes: string
  expires_at: string
  last_polling_at: string | null
}

/** An access token and its refresh token. */
export interface OAuthToken {
  kind: 'oauth'
  id: number
  application_id: number
  user_id: number
  /** JSON */
  scopes: string
  /** OAuth tokens are never fine-grained. */
  permissions: null
  created_at: string
  /** The access token's. Refresh tokens don't expire. */
  expires_at: string
  revoked: Flag
}

type UnsavedApplication = Omit<StoredApplication, 'id' | 'digest' | 'scopes'> & {
  scopes: readonly Scope[]
}

export function insertApplication(
  db: Database,
  secret: string,
  { scopes, ...application }: UnsavedApplication,
): StoredApplication {
  const row = { ...application, scopes: JSON.stringify(scopes), digest: digestOf(secret) }
  return { id: db.insert('oauth_applications', row), ...row }
}

export function applicationById(db: Database, id: number): StoredApplication | undefined {
  return db.one<StoredApplication>('SELECT * FROM oauth_applications WHERE id = ?', id)
}

export function applicationByUid(db: Database, uid: string): StoredApplication | undefined {
  return db.one<StoredApplication>('SELECT * FROM oauth_applications WHERE uid = ?', uid)
}

export function applicationBySecret(db: Database, secret: string): StoredApplication | undefined {
  return db.one<StoredApplication>(
    'SELECT * FROM oauth_applications WHERE digest = ?',
    digestOf(secret),
  )
}

export function allApplications(db: Database): StoredApplication[] {
  return db.all<StoredApplication>('SELECT * FROM oauth_applications ORDER BY id')
}

export function updateApplication(
  db: Database,
  { id }: StoredApplication,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): void {
  db.run(
    'UPDATE oauth_applications SET name = ?, scopes = ? WHERE id = ?',
    name,
    JSON.stringify(scopes),
    id,
  )
}

/** Also deletes the application's codes and tokens. */
export function deleteApplication(db: Database, { id }: StoredApplication): void {
  db.run('DELETE FROM oauth_applications WHERE id = ?', id)
}

export function insertCodeGrant(db: Database, code: string, grant: CodeGrant): void {
  db.insert('oauth_grants', { digest: digestOf(code), ...grant })
}

export function codeGrant(db: Database, code: string): CodeGrant | undefined {
  return db.one<CodeGrant>('SELECT * FROM oauth_grants WHERE digest = ?', digestOf(code))
}

export function deleteCodeGrant(db: Database, code: string): void {
  db.run('DELETE FROM oauth_grants WHERE digest = ?', digestOf(code))
}

export function insertDeviceGrant(
  db: Database,
  deviceCode: string,
  grant: Pick<DeviceGrant, 'application_id' | 'user_code' | 'scopes' | 'expires_at'>,
): void {
  db.insert('oauth_device_grants', { digest: digestOf(deviceCode), ...grant })
}

export function deviceGrant(db: Database, deviceCode: string): DeviceGrant | undefined {
  return db.one<DeviceGrant>(
    'SELECT * FROM oauth_device_grants WHERE digest = ?',
    digestOf(deviceCode),
  )
}

export function deviceGrantByUserCode(db: Database, userCode: string): DeviceGrant | undefined {
  return db.one<DeviceGrant>('SELECT * FROM oauth_device_grants WHERE user_code = ?', userCode)
}

/** Signs a user in on the device. The user code can't be used again. */
export function confirmDeviceGrant(db: Database, { digest }: DeviceGrant, userId: number): void {
  db.run(
    'UPDATE oauth_device_grants SET user_code = NULL, user_id = ? WHERE digest = ?',
    userId,
    digest,
  )
}

export function recordPoll(db: Database, { digest }: DeviceGrant, now: string): void {
  db.run('UPDATE oauth_device_grants SET last_polling_at = ? WHERE digest = ?', now, digest)
}

export function deleteDeviceGrant(db: Database, { digest }: DeviceGrant): void {
  db.run('DELETE FROM oauth_device_grants WHERE digest = ?', digest)
}

/** A new pair of tokens. */
export interface TokenPair {
  access: string
  refresh: string
}

export function insertOAuthToken(
  db: Database,
  { access, refresh }: TokenPair,
  token: Omit<OAuthToken, 'kind' | 'id' | 'permissions' | 'revoked'>,
): void {
  db.insert('oauth_tokens', {
    digest: digestOf(access),
    refresh_digest: digestOf(refresh),
    ...token,
  })
}

const selectToken = `SELECT *, 'oauth' AS kind, NULL AS permissions FROM oauth_tokens`

export function oauthTokenByAccess(db: Database, secret: string): OAuthToken | undefined {
  return db.one<OAuthToken>(`${selectToken} WHERE digest = ?`, digestOf(secret))
}

export function oauthTokenByRefresh(db: Database, secret: string): OAuthToken | undefined {
  return db.one<OAuthToken>(`${selectToken} WHERE refresh_digest = ?`, digestOf(secret))
}

/** Revokes the access token and the refresh token. */
export function revokeOAuthToken(db: Database, { id }: OAuthToken): void {
  db.run('UPDATE oauth_tokens SET revoked = 1 WHERE id = ?', id)
}
