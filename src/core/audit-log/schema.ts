/**
 * The table of the audit log. `answer` is a message as JSON, or a sentence of an earlier version; `words` has the other searchable
 * values, normalized.
 */
export const auditLogTable = `
  CREATE TABLE IF NOT EXISTS journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    instance TEXT NOT NULL,
    actor_id INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target_id INTEGER,
    target TEXT,
    fields TEXT NOT NULL,
    reason TEXT,
    before TEXT,
    after TEXT,
    outcome TEXT NOT NULL,
    answer TEXT,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS journal_of_actor ON journal (instance, actor_id, action);
`

/** The object besides the user, the bulk run, and the values of its fields as JSON. */
export const auditLogDetails = `
  ALTER TABLE journal ADD COLUMN object TEXT;
  ALTER TABLE journal ADD COLUMN run INTEGER;
  ALTER TABLE journal ADD COLUMN changes TEXT;
`
