export const sshKeysTables = `
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
`
