import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Failure, FailureError } from '../../../shared/failure.ts'
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
  if (path === undefined) return { database: inMemory(), isWritten: false, failure: undefined }
  try {
    const database = openRebuildable(path, directoryOptions, log)
    return { database, isWritten: true, failure: undefined }
  } catch (error) {
    log('The copy of the directory cannot be written.', { error })
    return { database: readOnly(path, log), isWritten: false, failure: wordsFor(error) }
  }
}

function readOnly(path: string, log: Say): Database {
  try {
    return asItIs(path)
  } catch (error) {
    log('The copy of the directory is kept in memory alone.', { error })
    return inMemory()
  }
}

/** A database for as long as this process lasts. */
function inMemory(): Database {
  return openDatabase(':memory:', directoryOptions)
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
