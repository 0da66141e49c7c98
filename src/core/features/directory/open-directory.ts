import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Failure, FailureError } from '../../infra/failure.ts'
import type { Say } from '../../infra/log/log.ts'
import { UnusableDatabase, directoryFailure } from '../../infra/sqlite/database-failure.ts'
import {
  type Database,
  checkDatabase,
  connect,
  openDatabase,
  openRebuildable,
} from '../../infra/sqlite/database.ts'
import { directoryOptions } from './directory-schema.ts'

/** A database that holds the copy, as far as the disk lets it. */
export interface OpenDirectory {
  database: Database
  /** Whether what is written gets to the disk. */
  isWritten: boolean
  /** What the disk does not let it do. */
  failure: Failure | undefined
}

/**
 * Opens the file, and creates it again where it is damaged, no database, or of another version. Where the disk does not let it be
 * written it is read as it is, and where it cannot be read either there is one in memory, as where there is no path.
 */
export function openDirectory(path: string | undefined, log: Say): OpenDirectory {
  if (path === undefined) return inMemory()
  try {
    const database = openRebuildable(path, directoryOptions, log)
    return { database, isWritten: true, failure: undefined }
  } catch (error) {
    log('The copy of the directory cannot be written.', { error })
    return readOnly(path, log, error)
  }
}

/** A database for as long as this process lasts. `cause` is why it isn't the file, where there is one. */
export function inMemory(cause?: unknown): OpenDirectory {
  const failure = cause === undefined ? undefined : wordsFor(cause)
  return { database: openDatabase(':memory:', directoryOptions), isWritten: false, failure }
}

function readOnly(path: string, log: Say, cause: unknown): OpenDirectory {
  try {
    return { database: asItIs(path), isWritten: false, failure: wordsFor(cause) }
  } catch (error) {
    log('The copy of the directory is kept in memory alone.', { error })
    return inMemory(cause)
  }
}

/** The file without its journal, which could not be used without writing. */
function asItIs(path: string): Database {
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (journal && journal.size > 0) throw new UnusableDatabase('its journal cannot be read')
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  const database = connect(url, { readOnly: true })
  try {
    checkDatabase(database, directoryOptions.schema)
    return database
  } catch (error) {
    database.close()
    throw error
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
