export const tokensTables = `
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
  revoked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, kind, id);
`
