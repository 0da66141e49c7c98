import type { DatabaseOptions } from '../../infra/sqlite/database.ts'
import { columnTypes, rowColumns } from './user-row.ts'

/** Every column of a user but the id. `mark` tells a list's entry from the same user's after any change; null where they were read alone. */
const storedColumns = [...rowColumns, 'mark'] as const

const columns = Object.entries({ ...columnTypes, mark: 'INTEGER' })
  .map((column) => column.join(' '))
  .join(', ')

/** The users, who was seen in a reading that has not come to its end, and what is known of the readings, see `ReadingRecord`. */
const tables = `
  CREATE TABLE users (id INTEGER PRIMARY KEY, ${columns}) STRICT;
  CREATE TABLE seen (id INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
  CREATE TABLE readings (id INTEGER PRIMARY KEY, record TEXT NOT NULL CHECK (json_valid(record))) STRICT`

/** How the file is opened. The version goes up with every change of a table: a file of another version is read again, never converted. */
export const directoryOptions: DatabaseOptions = {
  schema: { version: 6, upgrade: (from) => (from === 0 ? tables : undefined) },
  synchronous: 'NORMAL',
}

/** Takes the id, the columns of a row in their order, and the mark. */
export const upsertUser = `
  INSERT INTO users (id, ${storedColumns.join()}) VALUES (?, ${storedColumns.map(() => '?').join()})
  ON CONFLICT (id) DO UPDATE SET ${storedColumns.map((column) => `${column} = excluded.${column}`).join()}`
