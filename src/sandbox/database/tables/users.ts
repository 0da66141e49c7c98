export const usersTables = `
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
`
