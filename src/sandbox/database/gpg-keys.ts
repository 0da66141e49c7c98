import type { Database } from './database.ts'

/** A GPG key as stored. */
export interface StoredGpgKey {
  id: number
  user_id: number
  /** The armored block. */
  key: string
  fingerprint: string
  primary_keyid: string
  created_at: string
}

export function insertGpgKey(db: Database, key: Omit<StoredGpgKey, 'id'>): StoredGpgKey {
  return { id: db.insert('gpg_keys', key), ...key }
}

/** Whether any user has a key with this value. */
export function isGpgKeyTaken(
  db: Database,
  column: 'key' | 'fingerprint' | 'primary_keyid',
  value: string,
): boolean {
  return db.count(`FROM gpg_keys WHERE ${column} = ?`, value) > 0
}
