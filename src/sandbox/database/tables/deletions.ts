export const deletionsTables = `
-- Who is to be deleted when the house is kept next.
CREATE TABLE deletions (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- 1 takes the groups along that nobody else owns.
  hard INTEGER NOT NULL
) STRICT;
`
