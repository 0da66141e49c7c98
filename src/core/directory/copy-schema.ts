import type { DatabaseSync } from 'node:sqlite'
import { rowColumns } from './person-row.ts'

/** Goes up with every change of a table: a file of another version is read again, never converted. */
export const schemaVersion = 2

/** The tables that all copies share. */
export const sharedSchema = `
  CREATE TABLE copies (
    slot INTEGER PRIMARY KEY,
    account TEXT NOT NULL UNIQUE,
    -- Up to when changes are known, and when everybody was last read to the end.
    as_of INTEGER,
    swept_at INTEGER,
    -- When the reading of everybody began that has not come to its end.
    began INTEGER,
    -- Whether the service was found to drop the times of creation that windows are made of.
    alone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  -- The parts in which everybody is read.
  CREATE TABLE windows (
    slot INTEGER NOT NULL,
    number INTEGER NOT NULL,
    after INTEGER,
    before INTEGER,
    cursor TEXT,
    done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (slot, number)
  ) STRICT`

/** Every column of a person but the id, as they are written. */
export const keptColumns = [...rowColumns, 'mark', 'sum'] as const

/** The tables of one copy: the people, and who was seen in a reading that has not come to its end. */
export function copySchema(slot: number): string {
  return `CREATE TABLE IF NOT EXISTS people_${slot} (id INTEGER PRIMARY KEY, ${keptColumns.join(', ')});
    CREATE TABLE IF NOT EXISTS seen_${slot} (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)`
}

export function dropCopy(slot: number): string {
  return `BEGIN;
    DROP TABLE IF EXISTS people_${slot};
    DROP TABLE IF EXISTS seen_${slot};
    DELETE FROM windows WHERE slot = ${slot};
    DELETE FROM copies WHERE slot = ${slot};
    COMMIT`
}

export function upsertPerson(slot: number): string {
  const marks = keptColumns.map(() => '?').join()
  const changes = keptColumns.map((column) => `${column} = excluded.${column}`).join()
  return `INSERT INTO people_${slot} (id, ${keptColumns.join()}) VALUES (?, ${marks})
    ON CONFLICT (id) DO UPDATE SET ${changes}`
}

/** The accounts whose copies a file holds. */
export function copiesOf(database: DatabaseSync): { slot: number; account: string }[] {
  const rows = database.prepare('SELECT slot, account FROM copies').all()
  return rows as { slot: number; account: string }[]
}
