import { type Clock, formatDate } from '../clock.ts'
import type { Database } from './database.ts'
import { digestOf } from './digest.ts'
import type { Condition } from './users-query.ts'
import type { Flag } from './users.ts'

/** All token scopes (`lib/gitlab/auth.rb`). */
export const scopes = [
  'api',
  'read_api',
  'read_user',
  'k8s_proxy',
  'create_runner',
  'sudo',
  'admin_mode',
  'manage_runner',
  'self_rotate',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'mcp',
  'granular',
  'read_virtual_registry',
  'write_virtual_registry',
  'read_observability',
  'write_observability',
] as const
export type Scope = (typeof scopes)[number]

/** A personal access token or an impersonation token as stored. */
export interface Token {
  id: number
  user_id: number
  kind: 'personal' | 'impersonation'
  name: string
  description: string | null
  digest: string
  /** JSON, see `scopesOf`. */
  scopes: string
  /** JSON, see `fineGrainedPermissionsOf`. */
  permissions: string | null
  created_at: string
  updated_at: string
  expires_at: string | null
  last_used_at: string | null
  /** JSON, see `addressesOf`. */
  last_used_ips: string
  revoked: Flag
  previous_id: number | null
}

export function scopesOf(token: { scopes: string }): Scope[] {
  return JSON.parse(token.scopes) as Scope[]
}

/** A fine-grained token's permissions; undefined for a token with scopes, such as every OAuth token. */
export function fineGrainedPermissionsOf({
  permissions,
}: Pick<Token, 'permissions'>): string[] | undefined {
  return permissions === null ? undefined : (JSON.parse(permissions) as string[])
}

/** IP addresses that used a token, latest first. */
export function addressesOf({ last_used_ips: addresses }: Token): string[] {
  return JSON.parse(addresses) as string[]
}

/** A token expires at 00:00 UTC on its expiry date (`app/models/concerns/expirable.rb`). */
export function isTokenExpired(token: Token, now: Clock): boolean {
  return token.expires_at !== null && token.expires_at <= formatDate(now())
}

export function tokenBySecret(db: Database, secret: string): Token | undefined {
  return db.one<Token>('SELECT * FROM tokens WHERE digest = ?', digestOf(secret))
}

export function tokenById(db: Database, id: number): Token | undefined {
  return db.one<Token>('SELECT * FROM tokens WHERE id = ?', id)
}

/** Filters tokens by state. An active token is neither revoked nor expired. */
export function tokenStateCondition(state: 'active' | 'inactive', now: Clock): Condition {
  const active = '(revoked = 0 AND (expires_at IS NULL OR expires_at > ?))'
  return [state === 'active' ? active : `NOT ${active}`, formatDate(now())]
}

interface NewToken {
  user_id: number
  kind: Token['kind']
  name: string
  description?: string | null
  scopes: readonly Scope[]
  permissions?: readonly string[]
  created_at: string
  expires_at: string | null
  last_used_at?: string
  last_used_ips?: readonly string[]
  revoked?: boolean
  previous_id?: number
}

/** Stores a token with its secret's digest and returns its id. */
export function insertToken(db: Database, secret: string, token: NewToken): number {
  return db.insert('tokens', {
    user_id: token.user_id,
    kind: token.kind,
    name: token.name,
    description: token.description ?? null,
    digest: digestOf(secret),
    scopes: JSON.stringify(token.scopes),
    permissions: token.permissions ? JSON.stringify(token.permissions) : null,
    created_at: token.created_at,
    updated_at: token.created_at,
    expires_at: token.expires_at,
    last_used_at: token.last_used_at ?? null,
    last_used_ips: JSON.stringify(token.last_used_ips ?? []),
    revoked: token.revoked ? 1 : 0,
    previous_id: token.previous_id ?? null,
  })
}

export function revokeToken(db: Database, { id }: Token, now: Clock): void {
  db.run('UPDATE tokens SET revoked = 1, updated_at = ? WHERE id = ?', now().toISOString(), id)
}

/** Revokes all successors of a rotated token (`app/services/personal_access_tokens/revoke_token_family_service.rb`). */
export function revokeTokenFamily(db: Database, { id }: Token, now: Clock): void {
  db.run(
    `WITH RECURSIVE family (id) AS (
      VALUES (?) UNION SELECT tokens.id FROM tokens JOIN family ON tokens.previous_id = family.id
    )
    UPDATE tokens SET revoked = 1, updated_at = ? WHERE revoked = 0 AND id IN (SELECT id FROM family)`,
    id,
    now().toISOString(),
  )
}
