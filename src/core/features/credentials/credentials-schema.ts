import type { DatabaseOptions } from '../../platform/sqlite/database.ts'
import { inRangeSql, oneOfSql } from '../../platform/sqlite/stored-row.ts'
import { instanceCredentialKinds } from '../../../shared/rules/credentials.ts'
import { listTables } from '../../list-copy/sync-state.ts'

/** Where a credential comes from: GitLab's list of tokens, or a review. */
export const credentialSources = ['token', 'ssh', 'gpg'] as const
export type CredentialSource = (typeof credentialSources)[number]

/** All columns of a credential except its number, in the order they are written. */
const columnTypes = {
  id: 'INTEGER NOT NULL',
  source: `TEXT NOT NULL CHECK (${oneOfSql('source', credentialSources)})`,
  user: 'INTEGER',
  title: 'TEXT NOT NULL',
  description: 'TEXT',
  scopes: 'TEXT',
  /** A fine-grained token's permissions, as JSON. */
  permissions: 'TEXT',
  fingerprint: 'TEXT',
  algorithm: 'TEXT',
  bits: 'INTEGER',
  created_at: 'TEXT',
  expires_at: 'TEXT',
  last_used_at: 'TEXT',
  never_used: 'INTEGER NOT NULL',
  last_used_ips: 'TEXT',
  active: 'INTEGER',
  revoked: 'INTEGER',
  read_at: 'INTEGER NOT NULL',
  search_key: 'TEXT NOT NULL',
} as const
export const credentialRowColumns = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

const columns = Object.entries(columnTypes).map((column) => column.join(' '))

/**
 * `credentials.number` is `credentialNumber`, because tokens and keys are numbered separately. `mark` is the list entry's hash,
 * and `sum` the other columns' checksum. `owners` are the owners as in the directory; `state` is `gone` for one who no longer
 * exists. `told_apart` are the users whose impersonation tokens were read, and when. `key_readings` are the users whose keys
 * a review read; `unread` if they couldn't be read. `facts` are named values of the copy.
 */
const tables = `
  CREATE TABLE credentials (
    number INTEGER PRIMARY KEY,
    ${columns.join(', ')},
    mark INTEGER,
    sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX credentials_by_state ON credentials
    (active, expires_at, last_used_at, never_used, created_at, scopes, user);
  CREATE INDEX credentials_by_creation ON credentials (created_at, number);
  CREATE INDEX credentials_of_user ON credentials (user, source);
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    is_admin INTEGER,
    kind TEXT CHECK (kind IS NULL OR ${oneOfSql('kind', instanceCredentialKinds)}),
    search_key TEXT NOT NULL
  ) STRICT;
  CREATE TABLE impersonation (id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE told_apart (user INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT;
  CREATE TABLE key_readings (
    user INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    CHECK (${inRangeSql('user', 'at', 'unread')})
  ) STRICT;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  ${listTables}`

/** How the file is opened. A file from another version is deleted, because its data can be read again. */
export const credentialsOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'NORMAL',
  // Keys of a deleted review must not stay in free pages.
  secureDelete: true,
}

const written = ['number', ...credentialRowColumns, 'mark', 'sum']

/** Parameters: the values of `written`. */
export const upsertCredential = `
  INSERT OR REPLACE INTO credentials (${written.join()}) VALUES (${written.map(() => '?').join()})`

/** The number of a credential's row. */
export function credentialNumber(source: CredentialSource, id: number): number {
  return id * credentialSources.length + credentialSources.indexOf(source)
}
