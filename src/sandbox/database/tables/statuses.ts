export const statusesTables = `
CREATE TABLE statuses (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  emoji TEXT NOT NULL,
  message TEXT,
  availability TEXT NOT NULL,
  clear_status_at TEXT
) STRICT;
CREATE INDEX statuses_by_end ON statuses (clear_status_at) WHERE clear_status_at IS NOT NULL;
`
