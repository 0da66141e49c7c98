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

/** A key with which programs read or change some projects. */
export interface StoredDeployKey {
  id: number
  /** Who created it. */
  user_id: number
  title: string
  key: string
  /** JSON of its projects. */
  projects: string
  created_at: string
}

export function insertDeployKey(
  db: Database,
  {
    projects,
    ...unsaved
  }: Omit<StoredDeployKey, 'id' | 'projects'> & { projects: readonly object[] },
  { md5, sha256 }: SshPublicKey,
): void {
  db.insert('deploy_keys', {
    ...unsaved,
    projects: JSON.stringify(projects),
    fingerprint_md5: md5,
    fingerprint_sha256: sha256,
  })
}

type Fingerprint = { sha256: string } | { md5: string }

export function sshKeyByFingerprint(db: Database, of: Fingerprint): StoredSshKey | undefined {
  return byFingerprint<StoredSshKey>(db, 'ssh_keys', of)
}

export function deployKeyByFingerprint(db: Database, of: Fingerprint): StoredDeployKey | undefined {
  return byFingerprint<StoredDeployKey>(db, 'deploy_keys', of)
}

function byFingerprint<Row>(
  db: Database,
  table: 'ssh_keys' | 'deploy_keys',
  of: Fingerprint,
): Row | undefined {
  return 'sha256' in of
    ? db.one<Row>(`SELECT * FROM ${table} WHERE fingerprint_sha256 = ?`, of.sha256)
    : db.one<Row>(`SELECT * FROM ${table} WHERE fingerprint_md5 = ?`, of.md5)
}
