import type { Database } from './database.ts'

/** Rises with every change of the tables below. */
const version = 1

/** Makes the tables in an empty database; returns whether it was empty. Throws when another version made them. */
export function prepareSchema(db: Database): boolean {
  const found = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (found === version) return false
  if (found !== 0) {
    throw new Error(
      `The sandbox data is of version ${found}, and this sandbox knows version ${version} only. ` +
        'Give another folder with --data, or delete that one.',
    )
  }
  db.execute(tables)
  db.execute(`PRAGMA user_version = ${version}`)
  return true
}

// Moments are ISO 8601 with milliseconds in UTC, dates YYYY-MM-DD, flags 0 or 1: all of them sort as they are.
// What is filtered, sorted or searched is a column; what is only shown lies in the JSON columns.
const tables = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  name TEXT NOT NULL,
  -- Name and username in lower case.
  search_text TEXT NOT NULL,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  public_email TEXT COLLATE NOCASE,
  state TEXT NOT NULL,
  -- human, service_account, project_bot, alert_bot, support_bot or ghost
  kind TEXT NOT NULL,
  locked INTEGER NOT NULL,
  admin INTEGER NOT NULL,
  auditor INTEGER NOT NULL,
  external INTEGER NOT NULL,
  two_factor_enabled INTEGER NOT NULL,
  private_profile INTEGER NOT NULL,
  projects_count INTEGER NOT NULL,
  created_by_id INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  confirmed_at TEXT,
  current_sign_in_at TEXT,
  last_sign_in_at TEXT,
  last_activity_on TEXT,
  profile TEXT NOT NULL,
  counts TEXT NOT NULL
) STRICT;
CREATE INDEX users_by_name ON users (name, id);
CREATE INDEX users_by_created_at ON users (created_at, id);
CREATE INDEX users_by_updated_at ON users (updated_at, id);
CREATE INDEX users_by_state ON users (state, id);
CREATE INDEX users_by_activity ON users (last_activity_on, id);
CREATE INDEX users_by_public_email ON users (public_email);

CREATE TABLE identities (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  provider TEXT NOT NULL,
  extern_uid TEXT NOT NULL,
  saml_provider_id INTEGER,
  updated_at TEXT NOT NULL,
  UNIQUE (provider, extern_uid)
) STRICT;
CREATE INDEX identities_by_user ON identities (user_id, provider);

CREATE TABLE statuses (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  emoji TEXT NOT NULL,
  message TEXT,
  availability TEXT NOT NULL,
  clear_status_at TEXT
) STRICT;
CREATE INDEX statuses_by_end ON statuses (clear_status_at) WHERE clear_status_at IS NOT NULL;

CREATE TABLE follows (
  follower_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  followee_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (follower_id, followee_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followee ON follows (followee_id, follower_id);

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- personal or impersonation
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  -- SHA-256 of the token in hex: the token itself is never stored.
  digest TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT,
  revoked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, kind, id);
`
