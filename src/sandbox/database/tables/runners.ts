export const runnersTables = `
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
`
