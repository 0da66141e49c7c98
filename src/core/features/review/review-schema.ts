import { credentialKinds, reviewDecisions } from '../../../shared/rules/review.ts'
import type { DatabaseOptions } from '../../platform/sqlite/database.ts'
import { inRangeSql, oneOfSql } from '../../platform/sqlite/stored-row.ts'

/** An edited row with another value makes the file damaged, because it would hide all others. */
// guard: review-rows
const check = (condition: string) => `, CHECK (${condition})`

/**
 * `earlier` and `earlier_access` hold the last decision about each user and the access that it was about, copied when the
 * review starts. `access` is what a user can use now, and `new_access` what they couldn't use then.
 */
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
    ${check(inRangeSql('id', 'read_at'))}
  ) STRICT;
  CREATE TABLE memberships (
    user INTEGER NOT NULL,
    type TEXT NOT NULL,
    source INTEGER NOT NULL,
    name TEXT NOT NULL,
    level INTEGER
    ${check(inRangeSql('source', 'level'))}
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
    last_used_ips TEXT,
    active INTEGER
    ${check(oneOfSql('kind', credentialKinds))}
    ${check(inRangeSql('id', 'bits'))}
  ) STRICT;
  CREATE INDEX credentials_of_user ON credentials (user);
  CREATE TABLE earlier (
    user INTEGER PRIMARY KEY,
    decision TEXT NOT NULL,
    note TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    unread TEXT NOT NULL
    ${check(oneOfSql('decision', reviewDecisions))}
    ${check(inRangeSql('user', 'at'))}
  ) STRICT;
  CREATE TABLE earlier_access (
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    level INTEGER NOT NULL,
    PRIMARY KEY (user, kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE VIEW access AS
    SELECT user, type AS kind, source AS id, name AS title, coalesce(level, 0) AS level,
      'memberships' AS part FROM memberships
    UNION ALL
    SELECT user, kind, id, title, 0, iif(kind = 'token', 'tokens', kind) FROM credentials
      WHERE coalesce(active, 1) = 1;
  CREATE VIEW new_access AS
    SELECT a.user, a.kind, a.id, a.title FROM access a JOIN earlier e ON e.user = a.user
    WHERE instr(' ' || e.unread || ' ', ' ' || a.part || ' ') = 0
      AND NOT EXISTS (SELECT 1 FROM earlier_access b
        WHERE b.user = a.user AND b.kind = a.kind AND b.id = a.id AND b.level >= a.level)`

/** A file from another version is deleted, because its data can be collected again. */
export const reviewOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'NORMAL',
  // A deleted review contains everyone's access, so its data is overwritten.
  secureDelete: true,
}
