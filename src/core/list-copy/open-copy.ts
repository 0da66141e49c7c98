import { createFailure } from '../platform/failures.ts'
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { UnusableDatabase, directoryFailure } from '../platform/sqlite/database-failure.ts'
import {
  type Database,
  type DatabaseOptions,
  checkDatabase,
  connect,
  openDatabase,
  openedWith,
  openRebuildable,
} from '../platform/sqlite/database.ts'

/** The copy's open database, which may be read-only or in memory. */
export interface OpenCopy {
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
export function openCopy(
  path: string | undefined,
  options: DatabaseOptions,
  log: LogFunction,
): OpenCopy {
  if (path === undefined) return openInMemory(options)
  try {
    const database = openRebuildable(path, options, log)
    return { database, isWritten: true, failure: undefined }
  } catch (error) {
    log("A copy can't be written.", { error })
    return openReadOnly(path, options, log, error)
  }
}

/** An in-memory database. `cause`: why the file can't be used, if there is one. */
export function openInMemory(options: DatabaseOptions, cause?: unknown): OpenCopy {
  const failure = cause === undefined ? undefined : toFailure(cause)
  return { database: openDatabase(':memory:', options), isWritten: false, failure }
}

/** Opens the file again for another thread. Doesn't create it, because it may just have been deleted. */
export function openExistingCopy(path: string, options: DatabaseOptions): Database {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return openedWith(connect(url), (database) =>
    database.exec(`PRAGMA synchronous = ${options.synchronous}`),
  )
}

function openReadOnly(
  path: string,
  options: DatabaseOptions,
  log: LogFunction,
  cause: unknown,
): OpenCopy {
  try {
    return { database: openImmutable(path, options), isWritten: false, failure: toFailure(cause) }
  } catch (error) {
    log('A copy is kept in memory only.', { error })
    return openInMemory(options, cause)
  }
}

/** Opens the file without its journal, which would require write access. */
function openImmutable(path: string, { schema }: DatabaseOptions): Database {
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (journal && journal.size > 0) throw new UnusableDatabase('its journal cannot be read')
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return openedWith(connect(url, { readOnly: true }), (database) => checkDatabase(database, schema))
}

function toFailure(error: unknown): UnformattedFailure {
  const failure = directoryFailure(error)
  if (failure instanceof FailureError) return failure.failure
  return createFailure('directory.notStored')
}
