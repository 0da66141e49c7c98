import type { Database } from '../../infra/sqlite/database.ts'
import { crc32 } from 'node:zlib'
import { copiesOf, directorySchema, indexesOf } from './directory-schema.ts'
import { type StoredRow, unsealed } from './row-check.ts'

/** The file is not what was written to it. */
export class NotAsItWas extends Error {}

/**
 * Looks through all of a file that a process could not close: its pages, its tables, what is known of the readings, and every row.
 * `model` is an empty database with the tables that all copies share. Throws where anything is not what was written.
 */
export function verifyRows(database: Database, model: Database): void {
  const { integrity_check: result } = database.prepare('PRAGMA integrity_check(1)').get()!
  if (result !== 'ok') throw new NotAsItWas(String(result))
  for (const { slot } of copiesOf(database)) {
    model.exec(directorySchema(slot))
    for (const sql of indexesOf(slot)) model.exec(sql)
  }
  const right = new Map(tablesOf(model))
  for (const [name, sql] of tablesOf(database)) {
    if (right.get(name) !== sql) throw new NotAsItWas(`the table ${name} is another one`)
  }
  for (const { slot, record, sum } of database.prepare('SELECT * FROM copies').all()) {
    if (record !== null && crc32(String(record)) !== sum) {
      throw new NotAsItWas(`what is known of the readings of copy ${String(slot)} is not what was`)
    }
    lookThroughCopy(database, slot as number)
  }
}

function lookThroughCopy(database: Database, slot: number): void {
  const rows = database.prepare(`SELECT * FROM people_${slot}`).iterate()
  for (const row of rows) unsealed(row as unknown as StoredRow)
  const stranger = database
    .prepare(
      `SELECT id FROM seen_${slot} WHERE number >= 0 AND id NOT IN (SELECT id FROM people_${slot}) LIMIT 1`,
    )
    .get()
  if (stranger) throw new NotAsItWas('somebody was seen who is not there')
}

function tablesOf(database: Database): [name: string, sql: unknown][] {
  return database
    .prepare('SELECT name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map(({ name, tbl_name: table, sql }) => [`${String(name)} of ${String(table)}`, sql])
}
