import type { DatabaseOptions } from '../../platform/sqlite/database.ts'
import { listTables } from '../../list-copy/sync-state.ts'
import { columnTypes, rowColumns } from './user-row.ts'

/** All columns of a user except the ID, see `StoredRow`. */
const storedColumns = [...rowColumns, 'mark', 'sum'] as const

const columns = Object.entries({ ...columnTypes, mark: 'INTEGER', sum: 'INTEGER NOT NULL' })
  .map((column) => column.join(' '))
  .join(', ')

/**
 * The users, the users that an unfinished full sync has seen, the sync state (see `SyncState`), and changes (see
 * `DirectoryChanges`). A search reads only the index, which has all that it needs. SQLite has no checksums, so each row of the small tables stores its values twice, which
 * `quick_check` compares when the file is opened.
 */
const tables = `
  CREATE TABLE users (id INTEGER PRIMARY KEY, ${columns}) STRICT;
  CREATE INDEX users_by_name ON users (name_key, username_key, email_key);
  ${listTables};
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    duplicate TEXT NOT NULL AS (number || kind || record) STORED
      CHECK (duplicate = number || kind || record)
  ) STRICT;
  CREATE INDEX changes_by_kind ON changes (kind);
  CREATE TABLE cut_changes (
    kind TEXT PRIMARY KEY,
    duplicate TEXT NOT NULL AS (kind) STORED CHECK (duplicate = kind)
  ) STRICT`

/** How the file is opened. If its version differs, it is rebuilt, because its users can be reloaded. */
export const directoryOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'NORMAL',
}

/** Parameters: `storedValues`. */
export const upsertUser = `
  INSERT INTO users (id, ${storedColumns.join()}) VALUES (?, ${storedColumns.map(() => '?').join()})
  ON CONFLICT (id) DO UPDATE SET ${storedColumns.map((column) => `${column} = excluded.${column}`).join()}`
