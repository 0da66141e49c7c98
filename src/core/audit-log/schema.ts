/** `search_text` holds all searchable values except `answer`, normalized for search. See `chain.ts` for `hash`. */
export const auditLogTable = `
  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    instance TEXT NOT NULL,
    actor_id INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target_id INTEGER,
    target TEXT,
    object TEXT,
    fields TEXT NOT NULL,
    changes TEXT,
    run INTEGER,
    reason TEXT,
    before TEXT,
    after TEXT,
    outcome TEXT NOT NULL,
    answer TEXT,
    search_text TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_log_by_actor ON audit_log (instance, actor_id, action);
`
