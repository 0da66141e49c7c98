import type { DatabaseOptions } from '../../platform/sqlite/database.ts'

const tables = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    state TEXT NOT NULL,
    is_admin INTEGER,
    external INTEGER,
    bot INTEGER,
    internal INTEGER,
    project_bot INTEGER,
    two_factor_enabled INTEGER,
    last_activity_on TEXT,
    last_sign_in_at TEXT,
    created_at TEXT,
    approved_on TEXT,
    read_at INTEGER,
    gone INTEGER NOT NULL DEFAULT 0,
    unread TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE memberships (
    user INTEGER NOT NULL,
    type TEXT NOT NULL,
    source INTEGER NOT NULL,
    name TEXT NOT NULL,
    level INTEGER
  ) STRICT;
  CREATE INDEX memberships_of_user ON memberships (user);
  CREATE TABLE credentials (
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    title TEXT NOT NULL,
    fingerprint TEXT,
    algorithm TEXT,
    bits INTEGER,
    scopes TEXT,
    created_at TEXT,
    expires_at TEXT,
    last_used_at TEXT,
    never_used INTEGER NOT NULL,
    active INTEGER
  ) STRICT;
  CREATE INDEX credentials_of_user ON credentials (user)`

/** A file from another version is deleted, because its data can be collected again. */
export const reviewOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'NORMAL',
  // A deleted review contains everyone's access, so its data is overwritten.
  secureDelete: true,
}
