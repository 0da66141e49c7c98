export const emailsTables = `
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
`
