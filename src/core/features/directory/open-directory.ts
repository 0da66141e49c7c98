import { createFailure } from '../../platform/failures.ts'
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { UnusableDatabase, directoryFailure } from '../../platform/sqlite/database-failure.ts'
import {
  type Database,
  checkDatabase,
  connect,
  openDatabase,
  openedWith,
  openRebuildable,
} from '../../platform/sqlite/database.ts'
import { directoryOptions } from './directory-schema.ts'

/** The copy's open database, which may be read-only or in memory. */
export interface OpenDirectory {
  database: Database
  /** Whether writes go to disk. */
  isWritten: boolean
  /** Why the file can't be written. */
  failure: UnformattedFailure | undefined
}

/**
 * Opens the file, or rebuilds it if it is damaged, isn't a database, or has another version. A file that can't be
 * written is opened read-only. If there is no path or the file can't even be read, the database is kept in memory.
 */
export function openDirectory(path: string | undefined, log: LogFunction): OpenDirectory {
  if (path === undefined) return openInMemory()
  try {
    const database = openRebuildable(path, directoryOptions, log)
    return { database, isWritten: true, failure: undefined }
  } catch (error) {
    log("The directory copy can't be written.", { error })
    return openReadOnly(path, log, error)
  }
}

/** An in-memory database. `cause`: why the file can't be used, if there is one. */
export function openInMemory(cause?: unknown): OpenDirectory {
  const failure = cause === undefined ? undefined : toFailure(cause)
  return { database: openDatabase(':memory:', directoryOptions), isWritten: false, failure }
}

/** Opens the file again for another thread. Doesn't create it, because it may just have been deleted. */
export function openExistingDirectory(path: string): Database {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return openedWith(connect(url), (database) =>
    database.exec(`PRAGMA synchronous = ${directoryOptions.synchronous}`),
  )
}

function openReadOnly(path: string, log: LogFunction, cause: unknown): OpenDirectory {
  try {
    return { database: openImmutable(path), isWritten: false, failure: toFailure(cause) }
  } catch (error) {
    log('The directory copy is kept in memory only.', { error })
    return openInMemory(cause)
  }
}

/** Opens the file without its journal, which would require write access. */
function openImmutable(path: string): Database {
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (journal && journal.size > 0) throw new UnusableDatabase('its journal cannot be read')
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return openedWith(connect(url, { readOnly: true }), (database) =>
    checkDatabase(database, directoryOptions.schema),
  )
}

function toFailure(error: unknown): UnformattedFailure {
  const failure = directoryFailure(error)
  if (failure instanceof FailureError) return failure.failure
  return createFailure('directory.notStored')
}
