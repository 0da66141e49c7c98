import { holdReasons } from '../../../../shared/operations/queue.ts'
import type { DatabaseOptions } from '../../../platform/sqlite/database.ts'

/** A run with a `hold` is paused until a person resumes it. `finished` of a user is when their state became a final one. */
const tables = `
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    created INTEGER NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT,
    state TEXT NOT NULL,
    hold TEXT CHECK (hold IN (${holdReasons.map((reason) => `'${reason}'`).join(', ')}))
  ) STRICT;
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    username TEXT NOT NULL,
    email TEXT NOT NULL,
    input TEXT NOT NULL CHECK (json_valid(input)),
    state TEXT NOT NULL,
    sent INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    user INTEGER,
    web_url TEXT,
    ignored TEXT,
    failure TEXT,
    finished INTEGER
  ) STRICT;
  CREATE INDEX users_by_run ON users (run, state);
  CREATE INDEX users_by_state ON users (state, not_before)`

/** `FULL`, because a user whose sending was not written down could be created twice. */
export const onboardingOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'FULL',
}
