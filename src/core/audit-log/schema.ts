// Steps from one version of the table to the next, each part of a step of the queue's schema. Released steps are never changed.

/** The table under its first name. `answer` is a message as JSON, or a sentence of an earlier version. */
export const firstAuditLogTable = `
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

/** `search_text` has the values besides `answer` that can be searched, in the form in which they are searched. */
export const auditLogNames = `
  ALTER TABLE journal RENAME TO audit_log;
  ALTER TABLE audit_log RENAME COLUMN words TO search_text;
  DROP INDEX journal_of_actor;
  CREATE INDEX audit_log_by_actor ON audit_log (instance, actor_id, action);
`

/** `hash` is the SHA-256 hash of an entry and of the hash before it, `prev`; see `chain.ts`. SQLite can't make them itself. */
export const auditLogChain = `
  ALTER TABLE audit_log ADD COLUMN prev TEXT;
  ALTER TABLE audit_log ADD COLUMN hash TEXT;
`

/** The table in the current version, for a database without a queue. */
export const auditLogTable = firstAuditLogTable + auditLogDetails + auditLogNames + auditLogChain
