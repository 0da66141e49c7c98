import { createFailure, createFailureError } from '../failures.ts'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'
import { prepareFile } from '../files/atomic-write.ts'
import {
  type Database,
  type DatabaseOptions,
  type Schema,
  checkDatabase,
  connect,
  openDatabase,
  openedWith,
  readSchema,
  readVersion,
} from './database.ts'
import { isCorruption, resultCodes, sqliteCode, storageProblem } from './database-failure.ts'

/** A damaged database that was set aside. */
export interface DamagedDatabase {
  /** When it was set aside (ms since 1970). */
  at: number
  /** Its path. SQLite's other files have the same name plus their suffixes. */
  file: string
}

/**
 * Opens a database whose data doesn't exist anywhere else, creating it if necessary. A damaged file is set aside
 * intact and replaced by an empty one, see `listDamagedDatabases`; so is one that was lost or emptied. Throws a `FailureError` for a file that a newer
 * Latchkey wrote, or that this computer can't open or write, and leaves it unchanged.
 */
export function openDurable(path: string, options: DatabaseOptions): Database {
  try {
    const mark = path + createdSuffix
    const isLost = !existsSync(path) && existsSync(mark)
    // guard: lost-database
    if (isLost) writeFileSync(path, '')
    if (!existsSync(path)) finishSettingAside(path)
    else if (isLost || isDamaged(path, options.schema)) {
      rmSync(mark, { force: true })
      moveDatabase(path, newDamagedPath(path))
    }
    const database = openDatabase(path, options)
    if (!existsSync(mark)) prepareFile(mark, '').commit()
    return database
  } catch (error) {
    throw error instanceof FailureError ? error : unopenableFailure(path, error)
  }
}

/** A database's damaged files, newest first. */
export function listDamagedDatabases(path: string): DamagedDatabase[] {
  const folder = dirname(path)
  const prefix = basename(path) + damagedSuffix
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ at: Number(name.slice(prefix.length)), file: join(folder, name) }))
    .sort((a, b) => b.at - a.at)
}

/** Renames a database along with SQLite's other files. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
  }
}

/** Suffix of an empty file next to a database. If the database is missing or empty, it was lost. */
const createdSuffix = '.created'
const damagedSuffix = '.damaged-'

function newDamagedPath(path: string): string {
  let at = currentTime()
  while (existsSync(`${path}${damagedSuffix}${at}`)) at += 1
  return `${path}${damagedSuffix}${at}`
}

/** If the process ended while setting a file aside, a new file must not be combined with that one's log. */
function finishSettingAside(path: string): void {
  const [newest] = listDamagedDatabases(path)
  if (newest) moveDatabase(path, newest.file)
}

function isDamaged(path: string, schema: Schema): boolean {
  // While this connection is open, closing the other one doesn't move the log into the file.
  let reader: Database | undefined
  try {
    reader = connect(path, { readOnly: true })
    const version = readVersion(reader)
    if (version > schema.version)
      throw createFailureError('storage.databaseNewer', {
        path,
        version: String(version),
        supported: String(schema.version),
      })
    // Lost its content, or was created just before the process ended.
    if (version === 0 && readSchema(reader).size === 0) return existsSync(path + createdSuffix)
    // SQLite only checks constraints on a writable connection.
    openedWith(connect(path), (database) => checkDatabase(database, schema)).close()
    return false
  } catch (error) {
    if (isCorruption(error) || sqliteCode(error) === resultCodes.error) return true
    throw error
  } finally {
    reader?.close()
  }
}

function unopenableFailure(path: string, cause: unknown): FailureError {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const reason = isFolder ? message('storage.folderInPlace') : storageProblem(cause)
  return new FailureError(
    createFailure(
      'storage.databaseUnopenable',
      { path, reason },
      {
        hint: isFolder
          ? message('storage.moveAway', { path })
          : message('storage.databaseUnopenableHint'),
      },
    ),
    { cause },
  )
}
