import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { dateText } from '../clock.ts'
import type { Database } from './database.ts'
import type { Flag } from './users.ts'

/** Everything a token can be allowed to do (`lib/gitlab/auth.rb`). */
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
] as const
export type Scope = (typeof scopes)[number]

/** A token as stored. */
export interface Token {
  id: number
  user_id: number
  kind: 'personal' | 'impersonation'
  name: string
  description: string | null
  digest: string
  /** JSON, see `scopesOf`. */
  scopes: string
  created_at: string
  updated_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked: Flag
}

export function scopesOf(token: Token): Scope[] {
  return JSON.parse(token.scopes) as Scope[]
}

/** A token is dead from 00:00 UTC of the day it expires on (`app/models/concerns/expirable.rb`). */
export function isExpired(token: Token, now: Clock): boolean {
  return token.expires_at !== null && token.expires_at <= dateText(now())
}

export function tokenBySecret(db: Database, secret: string): Token | undefined {
  return db.one<Token>('SELECT * FROM tokens WHERE digest = ?', digest(secret))
}

interface NewToken {
  user_id: number
  kind: Token['kind']
  name: string
  description?: string | null
  scopes: readonly Scope[]
  created_at: string
  expires_at: string | null
  revoked?: boolean
}

/** Stores a token under the digest of its secret and returns the id. */
export function insertToken(db: Database, secret: string, token: NewToken): number {
  return db.run(
    `INSERT INTO tokens (user_id, kind, name, description, digest, scopes, created_at, updated_at, expires_at, revoked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    token.user_id,
    token.kind,
    token.name,
    token.description ?? null,
    digest(secret),
    JSON.stringify(token.scopes),
    token.created_at,
    token.created_at,
    token.expires_at,
    token.revoked ? 1 : 0,
  ).id
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
