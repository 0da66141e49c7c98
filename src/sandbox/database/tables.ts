// Times are ISO 8601 with milliseconds in UTC, dates YYYY-MM-DD, and booleans 0 or 1, so they all sort correctly.
// Fields that are filtered, sorted, or searched are columns; fields that are only shown are in JSON columns.
export const tables = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  name TEXT NOT NULL COLLATE NOCASE,
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
  -- Waits for the link in a mail to become the email.
  unconfirmed_email TEXT COLLATE NOCASE,
  -- From then on the person must choose another password.
  password_expires_at TEXT,
  created_by_id INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  confirmed_at TEXT,
  current_sign_in_at TEXT,
  last_sign_in_at TEXT,
  last_activity_on TEXT,
  -- Name of the avatar's file; null without one
  avatar TEXT,
  profile TEXT NOT NULL,
  counts TEXT NOT NULL
) STRICT;
CREATE INDEX users_by_name ON users (name, id);
CREATE INDEX users_by_search_text ON users (search_text, username);
CREATE INDEX users_by_admin ON users (id) WHERE admin = 1;
CREATE INDEX users_by_auditor ON users (id) WHERE auditor = 1;
CREATE INDEX users_of_programs ON users (id) WHERE kind = 'service_account';
CREATE INDEX users_by_created_at ON users (created_at, id);
CREATE INDEX users_by_updated_at ON users (updated_at, id);
CREATE INDEX users_by_state ON users (state, kind);
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

CREATE TABLE ssh_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  title TEXT NOT NULL,
  -- Type and base64, and the comment that was sent, which is never shown.
  key TEXT NOT NULL,
  fingerprint_md5 TEXT NOT NULL,
  -- One key belongs to one person of the whole instance.
  fingerprint_sha256 TEXT NOT NULL UNIQUE,
  usage_type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT
) STRICT;
CREATE INDEX ssh_keys_by_user ON ssh_keys (user_id, id);

CREATE TABLE gpg_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL UNIQUE,
  primary_keyid TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX gpg_keys_by_user ON gpg_keys (user_id, id);

-- People are named by id alone: the trail outlives them.
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Who did it.
  author_id INTEGER NOT NULL,
  -- To whom.
  entity_id INTEGER NOT NULL,
  event TEXT NOT NULL,
  -- JSON
  details TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX audit_events_by_entity ON audit_events (entity_id, id);

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
  description TEXT,
  -- SHA-256 of the token in hex: the token itself is never stored.
  digest TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  -- JSON list of what a fine-grained token may do; null for a token with scopes.
  permissions TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT,
  -- JSON list of addresses, the latest first
  last_used_ips TEXT NOT NULL DEFAULT '[]',
  revoked INTEGER NOT NULL DEFAULT 0,
  -- The token that this one took the place of; null unless it came from a rotation.
  previous_id INTEGER REFERENCES tokens ON DELETE SET NULL
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, kind, id);
CREATE INDEX tokens_by_creation ON tokens (created_at, id DESC);
CREATE INDEX tokens_by_previous ON tokens (previous_id) WHERE previous_id IS NOT NULL;

-- Groups and projects: what one can be a member of.
CREATE TABLE namespaces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Namespace, which is a group, or Project
  type TEXT NOT NULL,
  -- The ID that the service shows: groups and projects are numbered separately.
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- The group that a subgroup or a project is in; null for others.
  parent_id INTEGER REFERENCES namespaces ON DELETE CASCADE,
  -- In whose own namespace a project is; null for others.
  holder_id INTEGER REFERENCES users ON DELETE CASCADE,
  -- Where a group is found on the web, in the same place as people by their usernames; null for a project.
  path TEXT COLLATE NOCASE,
  UNIQUE (type, number)
) STRICT;
CREATE INDEX namespaces_by_path ON namespaces (path);
CREATE INDEX namespaces_by_parent ON namespaces (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX namespaces_by_holder ON namespaces (holder_id) WHERE holder_id IS NOT NULL;

CREATE TABLE memberships (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner
  access_level INTEGER NOT NULL,
  expires_at TEXT,
  -- Who added the member; null if nobody knows.
  created_by_id INTEGER REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (user_id, namespace_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_namespace ON memberships (namespace_id, access_level);

-- Groups that were invited to a group or a project.
CREATE TABLE shares (
  namespace_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- The highest level that its members get.
  access_level INTEGER NOT NULL,
  expires_at TEXT,
  PRIMARY KEY (namespace_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shares_by_group ON shares (group_id);

CREATE TABLE custom_attributes (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX custom_attributes_by_key ON custom_attributes (key, value);

-- Who is to be deleted, and from when on.
CREATE TABLE deletions (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- 1 takes the groups along that nobody else owns.
  hard INTEGER NOT NULL,
  due_at TEXT NOT NULL
) STRICT;

-- Secondary addresses. The primary one is in users, and an address is in one of the two only.
CREATE TABLE emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  -- Null until the link in the mail was opened.
  confirmed_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX emails_by_user ON emails (user_id, id);

-- The id of a user counts as the id of their primary address, so the others begin where no user gets to.
INSERT INTO sqlite_sequence (name, seq) VALUES ('emails', 10000000);

-- Links that are waiting to be opened.
CREATE TABLE confirmations (
  -- SHA-256 of the token in hex: the link itself is never stored.
  digest TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE
) STRICT, WITHOUT ROWID;
CREATE INDEX confirmations_by_user ON confirmations (user_id, email);

-- The file's name, by which it is asked for, is in users.
CREATE TABLE avatars (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- MIME type, by the content
  type TEXT NOT NULL,
  -- SHA-256 in hex
  digest TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

-- Who never changed any has no row.
CREATE TABLE preferences (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  view_diffs_file_by_file INTEGER NOT NULL DEFAULT 0,
  show_whitespace_in_diffs INTEGER NOT NULL DEFAULT 1,
  pass_user_identities_to_ci_jwt INTEGER NOT NULL DEFAULT 0,
  policy_advanced_editor INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE oauth_applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Null for an application of the whole instance.
  owner_id INTEGER REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The client ID.
  uid TEXT NOT NULL UNIQUE,
  -- SHA-256 of the secret in hex.
  digest TEXT NOT NULL,
  -- One per line.
  redirect_uri TEXT NOT NULL,
  -- JSON
  scopes TEXT NOT NULL,
  confidential INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX oauth_applications_by_owner ON oauth_applications (owner_id, id);

-- Authorization codes that weren't exchanged for a token yet.
CREATE TABLE oauth_grants (
  -- SHA-256 of the code in hex.
  digest TEXT PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES oauth_applications ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  -- JSON
  scopes TEXT NOT NULL,
  -- Of the method S256; null without PKCE.
  code_challenge TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE oauth_device_grants (
  -- SHA-256 of the device code in hex.
  digest TEXT PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES oauth_applications ON DELETE CASCADE,
  -- Null once a user has entered it.
  user_code TEXT UNIQUE,
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  -- JSON
  scopes TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_polling_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE oauth_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_id INTEGER NOT NULL REFERENCES oauth_applications ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the access token and the refresh token in hex.
  digest TEXT NOT NULL UNIQUE,
  refresh_digest TEXT NOT NULL UNIQUE,
  -- JSON
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The access token's. Refresh tokens don't expire.
  expires_at TEXT NOT NULL,
  -- 1 for both tokens.
  revoked INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE runners (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  creator_id INTEGER REFERENCES users ON DELETE SET NULL,
  -- instance_type, group_type or project_type
  runner_type TEXT NOT NULL,
  -- The group or the project
  namespace_id INTEGER REFERENCES namespaces ON DELETE CASCADE,
  -- SHA-256 of the token in hex: the token itself is never stored.
  digest TEXT NOT NULL UNIQUE,
  -- JSON of all that is only kept
  settings TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE pipeline_schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- With whose rights its pipelines run; null after the owner was deleted.
  owner_id INTEGER REFERENCES users ON DELETE SET NULL,
  description TEXT NOT NULL,
  ref TEXT NOT NULL,
  cron TEXT NOT NULL,
  active INTEGER NOT NULL,
  next_run_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX pipeline_schedules_by_project ON pipeline_schedules (project_id, id);
CREATE INDEX pipeline_schedules_by_owner ON pipeline_schedules (owner_id) WHERE owner_id IS NOT NULL;

CREATE TABLE deploy_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Who created it.
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  title TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint_md5 TEXT NOT NULL,
  fingerprint_sha256 TEXT NOT NULL UNIQUE,
  -- JSON
  projects TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Tokens of the kinds that only /admin/token reads.
CREATE TABLE other_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- Null for a kind that belongs to nobody.
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the token in hex: the token itself is never stored.
  digest TEXT NOT NULL UNIQUE,
  -- JSON of what is only shown
  view TEXT NOT NULL,
  -- When it was revoked or expired.
  revoked_at TEXT
) STRICT;
`
