export const usersTables = `
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
`
