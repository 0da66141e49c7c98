import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { digestOf } from './digest.ts'

/** The kinds of tokens that only `/admin/token` reads, with what they begin with (`doc/security/tokens`). */
export const otherTokenPrefixes = {
  deploy: 'gldt-',
  feed: 'glft-',
  incoming_email: 'glimt-',
  cluster_agent: 'glagent-',
  trigger: 'glptt-',
  job: 'glcbt-',
  feature_flags: 'glffct-',
  session: '_gitlab_session=',
} as const
export type OtherTokenKind = keyof typeof otherTokenPrefixes

/** A token as stored. */
export interface OtherToken {
  id: number
  kind: OtherTokenKind
  /** Null for kinds that belong to nobody. */
  user_id: number | null
  /** JSON of what is only shown. */
  view: string
  /** When it was revoked or expired. */
  revoked_at: string | null
}

interface NewOtherToken extends Pick<OtherToken, 'kind' | 'user_id'> {
  view: object
}

export function insertOtherToken(
  db: Database,
  secret: string,
  { kind, user_id, view }: NewOtherToken,
): void {
  db.insert('other_tokens', {
    kind,
    user_id,
    digest: digestOf(secret),
    view: JSON.stringify(view),
    revoked_at: null,
  })
}

export function otherTokenBySecret(db: Database, secret: string): OtherToken | undefined {
  return db.one<OtherToken>('SELECT * FROM other_tokens WHERE digest = ?', digestOf(secret))
}

export function revokeOtherToken(db: Database, { id }: OtherToken, now: string): void {
  db.run('UPDATE other_tokens SET revoked_at = ? WHERE id = ?', now, id)
}

export function deleteOtherToken(db: Database, { id }: OtherToken): void {
  db.run('DELETE FROM other_tokens WHERE id = ?', id)
}

/** Gives a row another secret, which nobody is told. */
export function resetSecret(
  db: Database,
  table: 'other_tokens' | 'oauth_applications' | 'runners',
  id: number,
): void {
  db.run(
    `UPDATE ${table} SET digest = ? WHERE id = ?`,
    digestOf(randomBytes(32).toString('hex')),
    id,
  )
}

/** A runner as stored. */
export interface StoredRunner {
  id: number
  creator_id: number | null
  runner_type: string
  /** JSON of all that is only kept. */
  settings: string
  created_at: string
}

export function runnerBySecret(db: Database, secret: string): StoredRunner | undefined {
  return db.one<StoredRunner>('SELECT * FROM runners WHERE digest = ?', digestOf(secret))
}
