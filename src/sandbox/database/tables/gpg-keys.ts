export const gpgKeysTables = `
CREATE TABLE gpg_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL UNIQUE,
  primary_keyid TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX gpg_keys_by_user ON gpg_keys (user_id, id);
`
