// People are named by id alone: the trail outlives them.
export const auditEventsTables = `
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Who did it.
  author_id INTEGER NOT NULL,
  -- To whom.
  entity_id INTEGER NOT NULL,
  event TEXT NOT NULL,
  -- JSON
  details TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX audit_events_by_entity ON audit_events (entity_id, id);
`
