import type { Database } from './database.ts'

/** How a person is known to a provider they sign in with. */
export interface Identity {
  id: number
  user_id: number
  provider: string
  extern_uid: string
  /** For `group_saml` only. */
  saml_provider_id: number | null
  updated_at: string
}

/** The provider of identities that a directory makes and looks after by itself. They are shown apart from the others. */
export const scimProvider = 'scim'

/** All identities of somebody. */
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

/** Whoever is known to a provider by this name. */
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

/** Stores an identity in place of the one before with the same provider. */
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
