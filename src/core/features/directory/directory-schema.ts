import type { Database } from '../../infra/sqlite/database.ts'
import { rowColumns } from './user-row.ts'

/** Goes up with every change of a table: a file of another version is read again, never converted. */
export const schemaVersion = 5

/** The table that all copies share: whose they are, and what is known of their readings, see `ReadingRecord`. */
export const sharedSchema = `CREATE TABLE copies (
  slot INTEGER PRIMARY KEY, account TEXT NOT NULL UNIQUE, record TEXT, sum INTEGER) STRICT`

/** Every column of a person but the id, as `sealed` gives them. */
export const keptColumns = [...rowColumns, 'mark', 'sum'] as const

/** The tables of one copy: the people, and who was seen in a reading that has not come to its end. */
export function directorySchema(slot: number): string {
  return `CREATE TABLE IF NOT EXISTS people_${slot} (id INTEGER PRIMARY KEY, ${keptColumns.join(', ')});
    CREATE TABLE IF NOT EXISTS seen_${slot} (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)`
}

/** What speeds up the usual orders. Before the first whole reading it would only slow that down. */
export function indexesOf(slot: number): string[] {
  return ['name_key', 'username_key'].map(
    (column) => `CREATE INDEX IF NOT EXISTS people_${slot}_${column} ON people_${slot} (${column})`,
  )
}

export function upsertUser(slot: number): string {
  const marks = keptColumns.map(() => '?').join()
  const changes = keptColumns.map((column) => `${column} = excluded.${column}`).join()
  return `INSERT INTO people_${slot} (id, ${keptColumns.join()}) VALUES (?, ${marks})
    ON CONFLICT (id) DO UPDATE SET ${changes}`
}

/** The accounts whose copies a file holds. */
export function copiesOf(database: Database): { slot: number; account: string }[] {
  const rows = database.prepare('SELECT slot, account FROM copies').all()
  return rows as { slot: number; account: string }[]
}
