export const avatarsTables = `
-- The file's name, by which it is asked for, is in users.
CREATE TABLE avatars (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- MIME type, by the content
  type TEXT NOT NULL,
  -- SHA-256 in hex
  digest TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
`
