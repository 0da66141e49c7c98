export const deletionsTables = `
-- Who is to be deleted, and from when on.
CREATE TABLE deletions (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- 1 takes the groups along that nobody else owns.
  hard INTEGER NOT NULL,
  due_at TEXT NOT NULL
) STRICT;
`
