import { existsSync, mkdirSync, statSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Failure, FailureError } from '../../../shared/failure.ts'
import { directoryFailure, isDiskFailure } from '../../infra/sqlite/database-failure.ts'
import { type Database, connect, openDatabase } from '../../infra/sqlite/database.ts'
import { schemaVersion, sharedSchema } from './directory-schema.ts'
import { versionOf } from '../../infra/sqlite/inspect.ts'
import { removeDatabase } from '../../infra/sqlite/remove-database.ts'
import { FileSeal } from './file-seal.ts'
import { NotAsItWas, verifyRows } from './verify.ts'
import type { Say } from '../../infra/log/log.ts'

/** A database that holds copies, as far as the disk lets it. */
export interface OpenDirectory {
  database: Database
  mayWrite: boolean
  /** Whether it is the file, and not a place in memory for as long as this process lasts. */
  isKept: boolean
  /** What the disk does not let it do. */
  failure: Failure | undefined
}

/**
 * Opens the file, and begins it anew where it is damaged, no database, or of another version. Where the disk does not let it be
 * written it is read as it is, and where it cannot be read either there is one in memory, as where there is no path.
 * `isChecked`: `checkFile` was called.
 */
export function openDirectory(
  path: string | undefined,
  log: Say,
  isChecked = false,
): OpenDirectory {
  if (path === undefined) {
    return { database: inMemory(), mayWrite: true, isKept: false, failure: undefined }
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    try {
      if (!isChecked) checkFile(path)
      return { database: whole(path), mayWrite: true, isKept: true, failure: undefined }
    } catch (error) {
      if (isDiskFailure(error)) throw error
      log('The copy of the directory is begun anew.', { error })
      removeDirectory(path)
      return { database: whole(path), mayWrite: true, isKept: true, failure: undefined }
    }
  } catch (error) {
    log('The copy of the directory cannot be written.', { error })
    return { ...readAsItIs(path, log), failure: wordsFor(error) }
  }
}

/** Removes the file with all that belongs to it. */
export function removeDirectory(path: string): void {
  removeDatabase(path)
}

/** Closes the file so that the next start can tell whether it is the same. */
export function closeDirectory({ database, mayWrite, isKept }: OpenDirectory, path?: string): void {
  const isAll = mayWrite && isKept && hasNothingPending(database)
  database.close()
  if (!isAll || path === undefined) return
  try {
    new FileSeal(path).set()
  } catch {
    // Then it is looked through row by row the next time.
    new FileSeal(path).remove()
  }
}

const options = {
  schema: {
    version: schemaVersion,
    upgrade: (from: number) => (from === 0 ? sharedSchema : undefined),
  },
  synchronous: 'NORMAL',
} as const

/** Looks whether a file is what was written, which takes long where a process was killed; throws where it is not. */
export function checkFile(path: string): void {
  if (!existsSync(path)) return
  const state = new FileSeal(path).state()
  if (state === 'whole') return
  if (state === 'broken') throw new NotAsItWas('it is not as it was when it was closed')
  if (isOlderThanMachine(path)) throw new NotAsItWas('the machine went down while it was in use')
  const database = openDatabase(path, options)
  try {
    verifyRows(database, inMemory())
  } finally {
    database.close()
  }
}

/** A checked file, ready to be read and written. */
function whole(path: string): Database {
  const database = openDatabase(path, options)
  try {
    // From here on it changes.
    database.exec('BEGIN IMMEDIATE; COMMIT')
    new FileSeal(path).remove()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether the machine was started after the file was last written, so that not all of it may have come to the disk. */
function isOlderThanMachine(path: string): boolean {
  const written = [path, `${path}-wal`].map(
    (name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...written) < Date.now() - uptime() * 1000
}

function readAsItIs(path: string, log: Say): Omit<OpenDirectory, 'failure'> {
  try {
    return { database: asItIs(path), mayWrite: false, isKept: true }
  } catch (error) {
    log('The copy of the directory is kept in memory alone.', { error })
    return { database: inMemory(), mayWrite: true, isKept: false }
  }
}

/** A database for as long as this process lasts. */
export function inMemory(): Database {
  return openDatabase(':memory:', options)
}

/** The file without its journal, which could not be used without writing. */
function asItIs(path: string): Database {
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (journal && journal.size > 0) throw new NotAsItWas('its journal cannot be read')
  const seal = new FileSeal(path).state()
  if (seal === 'broken') throw new NotAsItWas('it is not as it was when it was closed')
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  const database = connect(url, { readOnly: true })
  try {
    if (versionOf(database) !== schemaVersion) throw new NotAsItWas('it has another version')
    if (seal === 'none') verifyRows(database, inMemory())
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function hasNothingPending(database: Database): boolean {
  try {
    const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()!
    return row.busy === 0
  } catch {
    return false
  }
}

function wordsFor(error: unknown): Failure {
  const failure = directoryFailure(error)
  if (failure instanceof FailureError) return failure.failure
  return {
    kind: 'unexpected',
    message: 'The copy of the directory could not be kept on this machine.',
    hint: 'Give Latchkey the right to its data folder and room in it, then start it again.',
  }
}
