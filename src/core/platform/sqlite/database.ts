import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import type { LogFunction } from '../log/log.ts'
import { UnusableDatabase, isDiskFailure } from './database-failure.ts'

export type Database = DatabaseSync
export type { SQLInputValue as SqlValue } from 'node:sqlite'

/** A database's tables, in the version that this Latchkey uses. */
export interface Schema {
  /** Written into `PRAGMA user_version`. */
  version: number
  /** The SQL that creates the tables in an empty file. */
  tables: string
}

export interface DatabaseOptions {
  schema: Schema
  /** `FULL`: a commit is durable when it returns. `NORMAL`: a power failure may undo the last commits. */
  synchronous: 'FULL' | 'NORMAL'
  /** Overwrites deleted content. */
  secureDelete?: boolean
}

/** Opens a file without checking, changing, or creating anything before the first statement. */
export function connect(path: string | URL, options: DatabaseSyncOptions = {}): Database {
  return new DatabaseSync(path, options)
}

/** Opens a database, creates its tables if it is empty, and configures it. */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return openedWith(connect(path), (database) => {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA secure_delete = ${options.secureDelete ? 'ON' : 'OFF'}`)
    createTables(database, options.schema)
  })
}

/** Returns the database once `prepare` has run, or closes it if that throws. */
export function openedWith(database: Database, prepare: (database: Database) => void): Database {
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a database whose data can be fetched again. Recreates it if it is damaged or has another version. Throws on
 * disk errors.
 */
export function openRebuildable(
  path: string,
  options: DatabaseOptions,
  log: LogFunction,
): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return openedWith(openDatabase(path, options), (database) => {
      checkDatabase(database, options.schema)
      // Fails immediately if the file is read-only.
      database.exec('BEGIN IMMEDIATE; COMMIT')
    })
  } catch (error) {
    if (isDiskFailure(error)) throw error
    log('A cache is damaged or has another version, so it is recreated.', { error })
    removeDatabase(path)
    return openDatabase(path, options)
  }
}

/** Throws if the database is damaged, or if its version or tables differ from the schema. */
export function checkDatabase(database: Database, schema: Schema): void {
  if (readVersion(database) !== schema.version) throw new UnusableDatabase('it has another version')
  const model = connect(':memory:')
  try {
    createTables(model, schema)
    // guard: schema-first
    if (!isSameSchema(readSchema(database), readSchema(model))) {
      throw new UnusableDatabase('its tables are not those of Latchkey')
    }
  } finally {
    model.close()
  }
  // Only now, because it evaluates constraints and indexes, which may take forever in tables of others.
  const problem = findProblem(database)
  if (problem) throw new UnusableDatabase(problem)
}

function createTables(database: Database, { version, tables }: Schema): void {
  const current = readVersion(database)
  if (current === version) return
  if (current !== 0 || readSchema(database).size > 0) {
    throw new UnusableDatabase(`it has version ${current} instead of ${version}`)
  }
  database.exec(`BEGIN IMMEDIATE; ${tables}; PRAGMA user_version = ${version}; COMMIT`)
}

/** A database's version; 0 for a new file. */
export function readVersion(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()!['user_version'])
}

/** The first problem that SQLite finds in all pages, rows, and constraints; undefined if there is none. */
function findProblem(database: Database): string | undefined {
  const result = String(database.prepare('PRAGMA quick_check(1)').get()!['quick_check'])
  return result === 'ok' ? undefined : result
}

/** The SQL that created each table and index, by name. */
export function readSchema(database: Database): Map<string, string> {
  const rows = database.prepare('SELECT name, sql FROM sqlite_schema').all()
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
}

function isSameSchema(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql)
}

/** SQLite's files next to a database. */
const suffixes = ['', '-wal', '-shm', '-journal']

/** Deletes a database along with SQLite's other files. */
export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true })
}
