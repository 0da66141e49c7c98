import type { sshKeyUsages } from '../../shared/rules/ssh-keys.ts'
import type { SshPublicKey } from '../ssh-public-key.ts'
import type { Database } from './database.ts'

/** An SSH key as stored. */
export interface StoredSshKey {
  id: number
  user_id: number
  title: string
  /** Includes the submitted comment. */
  key: string
  fingerprint_md5: string
  fingerprint_sha256: string
  usage_type: (typeof sshKeyUsages)[number]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export type UnsavedSshKey = Omit<StoredSshKey, 'id' | 'fingerprint_md5' | 'fingerprint_sha256'>

/** Stores a key with the fingerprints from its parsed form. */
export function insertSshKey(
  db: Database,
  unsaved: UnsavedSshKey,
  { md5, sha256 }: SshPublicKey,
): StoredSshKey {
  const key = { ...unsaved, fingerprint_md5: md5, fingerprint_sha256: sha256 }
  return { id: db.insert('ssh_keys', key), ...key }
}

/** Whether any user has this key. */
export function isSshKeyTaken(db: Database, { sha256 }: SshPublicKey): boolean {
  return db.count('FROM ssh_keys WHERE fingerprint_sha256 = ?', sha256) > 0
}
