import type { Database } from './database.ts'

/** A GPG key as stored. */
export interface GpgKey {
  id: number
  user_id: number
  /** The armored block. */
  key: string
  fingerprint: string
  primary_keyid: string
  created_at: string
}

export function insertGpgKey(db: Database, key: Omit<GpgKey, 'id'>): GpgKey {
  const { id } = db.run(
    `INSERT INTO gpg_keys (user_id, key, fingerprint, primary_keyid, created_at)
     VALUES (?, ?, ?, ?, ?)`,
    key.user_id,
    key.key,
    key.fingerprint,
    key.primary_keyid,
    key.created_at,
  )
  return { id, ...key }
}

/** Whether anybody has a key with this value. */
export function isGpgKeyTaken(
  db: Database,
  column: 'key' | 'fingerprint' | 'primary_keyid',
  value: string,
): boolean {
  return db.one(`SELECT 1 FROM gpg_keys WHERE ${column} = ?`, value) !== undefined
}
