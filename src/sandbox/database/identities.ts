import type { Database } from './database.ts'

/** A user's identity at a sign-in provider. */
export interface Identity {
  id: number
  user_id: number
  provider: string
  extern_uid: string
  /** For `group_saml` only. */
  saml_provider_id: number | null
  updated_at: string
}

/** The provider of SCIM identities, which a directory manages. They are listed separately. */
export const scimProvider = 'scim'

export function identitiesOf(db: Database, userId: number): Identity[] {
  return db.all<Identity>('SELECT * FROM identities WHERE user_id = ? ORDER BY provider', userId)
}

export function findIdentity(db: Database, userId: number, provider: string): Identity | undefined {
  return db.one<Identity>(
    'SELECT * FROM identities WHERE user_id = ? AND provider = ?',
    userId,
    provider,
  )
}

/** Finds the user with this UID at a provider. */
export function findIdentityByUid(
  db: Database,
  provider: string,
  externUid: string,
): Identity | undefined {
  return db.one<Identity>(
    'SELECT * FROM identities WHERE provider = ? AND extern_uid = ?',
    provider,
    externUid,
  )
}

/** Stores an identity, replacing any of the same provider. */
export function saveIdentity(db: Database, identity: Omit<Identity, 'id'>): void {
  const existing = findIdentity(db, identity.user_id, identity.provider)
  db.insert(
    'identities',
    {
      ...identity,
      id: existing?.id ?? null,
      saml_provider_id: identity.saml_provider_id ?? existing?.saml_provider_id ?? null,
    },
    'REPLACE',
  )
}

export function deleteIdentity(db: Database, { id }: Identity): void {
  db.run('DELETE FROM identities WHERE id = ?', id)
}
