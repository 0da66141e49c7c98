import { type Database, openRebuildable } from '../../platform/sqlite/database.ts'
import type { LogFunction } from '../../platform/log/log.ts'

const tables = `CREATE TABLE answers (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  -- When the service gave it, in milliseconds since 1970.
  read_at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  answer TEXT NOT NULL,
  UNIQUE (path, query)
) STRICT;
CREATE INDEX answers_by_age ON answers (read_at, id, bytes)`

/** A file from another version is deleted instead of converted. */
const schema = { version: 1, tables }

/** Opens the file of cached responses, and recreates it if it is unusable. Throws on disk errors. */
export function openCacheFile(path: string, log: LogFunction): Database {
  return openRebuildable(
    path,
    {
      schema,
      synchronous: 'NORMAL',
      // The file contains users' names and email addresses.
      // guard: secure-delete-answers
      secureDelete: true,
    },
    log,
  )
}
