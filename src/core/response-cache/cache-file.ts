import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { removeDatabase } from '../infra/sqlite/remove-database.ts'
import type { Say } from '../infra/log/log.ts'

/** Goes up with every change of the table: a file of another version is thrown away, never converted. */
const schemaVersion = 2

/** Opens the file of kept answers; one that cannot be used is begun anew. Throws where none can be made. */
export function openCacheFile(path: string, log: Say): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return opened(path)
  } catch (error) {
    log('What was read before is forgotten.', { error })
    removeDatabase(path)
    return opened(path)
  }
}

/** Throws where the file is no database, is damaged at its beginning, or has a table of another version. */
function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    // What is let go of is overwritten: names and addresses of people are in it.
    // guard: secure-delete-answers
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON',
    )
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    const { tables } = database
      .prepare('SELECT count(*) AS tables FROM sqlite_schema')
      .get() as Record<string, number>
    if (version === 0 && tables === 0) {
      database.exec(`BEGIN; ${schema}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
    } else if (version !== schemaVersion) {
      throw new Error(`it has version ${version}, and ${schemaVersion} is wanted`)
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const schema = `CREATE TABLE answers (
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
