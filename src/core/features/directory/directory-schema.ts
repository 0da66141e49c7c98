import type { DatabaseOptions } from '../../infra/sqlite/database.ts'
import { columnTypes, rowColumns } from './user-row.ts'

/** All columns of a user except the ID, see `StoredRow`. */
const storedColumns = [...rowColumns, 'mark', 'sum'] as const

const { confirmed, profile_link, ...firstColumns } = columnTypes
const columns = Object.entries({ ...firstColumns, mark: 'INTEGER', sum: 'INTEGER NOT NULL' })
  .map((column) => column.join(' '))
  .join(', ')

/**
 * The users, the users seen by an unfinished full sync, and the state of the syncs, see `SyncState`. SQLite has no checksums, so each
 * row of the small tables holds its values twice, which `quick_check` compares when the file is opened.
 */
const createTables = `
  CREATE TABLE users (id INTEGER PRIMARY KEY, ${columns}) STRICT;
  CREATE TABLE seen (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL AS (id + number) STORED CHECK (sum = id + number)
  ) STRICT;
  CREATE TABLE readings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    record TEXT NOT NULL,
    duplicate TEXT NOT NULL AS (record) STORED CHECK (duplicate = record)
  ) STRICT;`

/** What changed, see `DirectoryChanges`, and two fields of users. Rows have them once their user is read again. */
const addChanges = `
  ALTER TABLE users ADD COLUMN confirmed ${confirmed};
  ALTER TABLE users ADD COLUMN profile_link ${profile_link};
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    duplicate TEXT NOT NULL AS (number || kind || record) STORED
      CHECK (duplicate = number || kind || record)
  ) STRICT`

/**
 * How the file is opened. Raise the version with every change of a table and of how rows are built. A file of the version before is
 * upgraded, so that the users are there without a connection too; an older one is loaded again.
 */
export const directoryOptions: DatabaseOptions = {
  schema: {
    version: 8,
    upgrade: (from) => ({ 0: createTables + addChanges, 7: addChanges })[from],
  },
  synchronous: 'NORMAL',
}

/** Parameters: `storedValues`. */
export const upsertUser = `
  INSERT INTO users (id, ${storedColumns.join()}) VALUES (?, ${storedColumns.map(() => '?').join()})
  ON CONFLICT (id) DO UPDATE SET ${storedColumns.map((column) => `${column} = excluded.${column}`).join()}`
