import {
  credentialKinds,
  itemDecisions,
  itemKinds,
  reviewDecisions,
} from '../../../shared/rules/review.ts'
import type { DatabaseOptions } from '../../platform/sqlite/database.ts'
import { inRangeSql, oneOfSql } from '../../platform/sqlite/stored-row.ts'

/** An edited row with another value makes the file damaged, because it would hide all others. */
// guard: review-rows
const check = (condition: string) => `, CHECK (${condition})`

/**
 * `places` are groups and projects, whose own lists give direct members (`place_members`), invited groups (`place_shares`), and
 * everybody with access (`place_listed`, as a check). Only `reviewed` places have items; the others explain inherited and
 * shared access. `outsiders` are members who aren't among the review's users. `items` is built from these tables and the
 * credentials; a user is `outdated` until that has been done after the last read. `earlier_items` are those of the review
 * that this one follows.
 *
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
    unread TEXT NOT NULL DEFAULT '',
    outdated INTEGER NOT NULL DEFAULT 1
    ${check(inRangeSql('id', 'read_at'))}
  ) STRICT;
  CREATE INDEX users_outdated ON users (id) WHERE outdated = 1;
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
  CREATE TABLE places (
    type TEXT NOT NULL,
    id INTEGER NOT NULL,
    parent INTEGER,
    path TEXT NOT NULL,
    reviewed INTEGER NOT NULL,
    read_at INTEGER,
    unread TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (type, id)
    ${check("type IN ('Namespace', 'Project')")}
    ${check(inRangeSql('id', 'parent', 'read_at'))}
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_inside ON places (parent);
  CREATE TABLE place_members (
    type TEXT NOT NULL,
    place INTEGER NOT NULL,
    user INTEGER NOT NULL,
    level INTEGER NOT NULL,
    expires_at TEXT,
    granted_by INTEGER,
    PRIMARY KEY (type, place, user)
    ${check(inRangeSql('place', 'user', 'level', 'granted_by'))}
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_of_member ON place_members (user);
  CREATE TABLE place_shares (
    type TEXT NOT NULL,
    place INTEGER NOT NULL,
    invited INTEGER NOT NULL,
    level INTEGER NOT NULL,
    expires_at TEXT,
    PRIMARY KEY (type, place, invited)
    ${check(inRangeSql('place', 'invited', 'level'))}
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shares_of_group ON place_shares (invited);
  CREATE TABLE place_listed (
    type TEXT NOT NULL,
    place INTEGER NOT NULL,
    user INTEGER NOT NULL,
    level INTEGER NOT NULL,
    PRIMARY KEY (type, place, user)
    ${check(inRangeSql('place', 'user', 'level'))}
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_listing ON place_listed (user);
  CREATE TABLE outsiders (user INTEGER PRIMARY KEY, username TEXT NOT NULL) STRICT;
  CREATE TABLE items (
    id TEXT PRIMARY KEY,
    user INTEGER,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    source_type TEXT,
    source INTEGER,
    level INTEGER,
    expires_at TEXT,
    origin TEXT,
    granted_by INTEGER
    ${check(oneOfSql('kind', itemKinds))}
    ${check(inRangeSql('user', 'source', 'level', 'granted_by'))}
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_of_user ON items (user);
  CREATE TABLE earlier_items (
    id TEXT PRIMARY KEY,
    decision TEXT,
    done INTEGER NOT NULL
    ${check(`decision IS NULL OR ${oneOfSql('decision', itemDecisions)}`)}
  ) STRICT, WITHOUT ROWID;
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
