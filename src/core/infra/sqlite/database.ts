import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import type { LogFunction } from '../log/log.ts'
import { UnusableDatabase, isDiskFailure } from './database-failure.ts'
import { removeDatabase } from './remove-database.ts'
import { isSameSchema, findProblem, readSchema, readVersion } from './inspect.ts'

export type Database = DatabaseSync
export type { SQLInputValue as SqlValue, SQLOutputValue } from 'node:sqlite'

/** The tables of a database, in the version that this Latchkey uses. */
export interface Schema {
  /** Written into `PRAGMA user_version`. */
  version: number
  /** SQL that upgrades an older version, where 0 is an empty file; undefined where a file of that version can't be upgraded. */
  upgrade(from: number): string | undefined
}

export interface DatabaseOptions {
  schema: Schema
  /** `FULL`: a commit is on the disk when it returns. `NORMAL`: a power cut may undo the last commits, but damages nothing. */
  synchronous: 'FULL' | 'NORMAL'
  /** Overwrites what is deleted. */
  secureDelete?: boolean
}

/** Opens a file as it is: nothing is checked, changed or created before the first statement. */
export function connect(path: string | URL, options: DatabaseSyncOptions = {}): Database {
  return new DatabaseSync(path, options)
}

/** Opens a database, creates or upgrades its tables, and sets how it is written. In memory where the path is `:memory:`. */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  const database = connect(path)
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA secure_delete = ${options.secureDelete ? 'ON' : 'OFF'}`)
    migrate(database, options.schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a database that only holds what can be fetched again. One that is damaged, or that can't be upgraded, is deleted and
 * created again. Throws where the disk doesn't let it be opened.
 */
export function openRebuildable(
  path: string,
  options: DatabaseOptions,
  log: LogFunction,
): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const database = openDatabase(path, options)
    try {
      checkDatabase(database, options.schema)
      // Finds out at once where it may only be read.
      database.exec('BEGIN IMMEDIATE; COMMIT')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    if (isDiskFailure(error)) throw error
    log('A cache is damaged or of another version, so it is created again.', { error })
    removeDatabase(path)
    return openDatabase(path, options)
  }
}

/** Throws where SQLite finds damage, or the version or the tables are not those of the schema. */
export function checkDatabase(database: Database, schema: Schema): void {
  if (readVersion(database) !== schema.version) throw new UnusableDatabase('it has another version')
  const problem = findProblem(database, 'quick_check')
  if (problem) throw new UnusableDatabase(problem)
  const model = connect(':memory:')
  try {
    migrate(model, schema)
    if (!isSameSchema(readSchema(database), readSchema(model))) {
      throw new UnusableDatabase('its tables are not those of Latchkey')
    }
  } finally {
    model.close()
  }
}

function migrate(database: Database, { version, upgrade }: Schema): void {
  const from = readVersion(database)
  if (from === version) return
  const isForeign = from === 0 && readSchema(database).size > 0
  const sql = from > version || isForeign ? undefined : upgrade(from)
  if (sql === undefined) {
    throw new UnusableDatabase(`it has version ${from}, which can't become ${version}`)
  }
  database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${version}; COMMIT`)
}
