import type { Database } from './database.ts'
import { tables } from './tables.ts'

/** Bump with every change to the tables below. */
const version = 7

/** Creates the tables in an empty database and returns whether it was empty. Throws if another version created them. */
export function prepareSchema(db: Database): boolean {
  const foundVersion = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (foundVersion === version) return false
  if (foundVersion !== 0) {
    throw new Error(
      `The sandbox data has version ${foundVersion}, but this sandbox needs version ${version}. ` +
        'Choose another folder with --data, or delete this one.',
    )
  }
  db.execute(tables)
  db.execute(`PRAGMA user_version = ${version}`)
  return true
}
