import type { Database } from './database.ts'
import { tables } from './tables.ts'

/** Rises with every change of the tables below. */
const version = 4

/** Makes the tables in an empty database; returns whether it was empty. Throws when another version made them. */
export function prepareSchema(db: Database): boolean {
  const foundVersion = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (foundVersion === version) return false
  if (foundVersion !== 0) {
    throw new Error(
      `The sandbox data is of version ${foundVersion}, and this sandbox knows version ${version} only. ` +
        'Give another folder with --data, or delete that one.',
    )
  }
  db.execute(tables)
  db.execute(`PRAGMA user_version = ${version}`)
  return true
}
