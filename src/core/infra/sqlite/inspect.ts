import type { DatabaseSync } from 'node:sqlite'

/** The version of a database; 0 for a new file. */
export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()!['user_version'])
}

/** The first problem that SQLite finds in all pages, rows and constraints; undefined if there is none. */
export function findProblem(database: DatabaseSync): string | undefined {
  const result = String(database.prepare('PRAGMA quick_check(1)').get()!['quick_check'])
  return result === 'ok' ? undefined : result
}

/** The SQL of all tables and indexes, by their names. */
export function readSchema(database: DatabaseSync): Map<string, string> {
  const rows = database.prepare('SELECT name, sql FROM sqlite_schema').all()
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
}

export function isSameSchema(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql)
}
