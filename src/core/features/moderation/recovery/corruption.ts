import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { type Database, connect } from '../../../infra/sqlite/database.ts'
import {
  isSameSchema,
  findProblem,
  readSchema,
  readVersion,
} from '../../../infra/sqlite/inspect.ts'
import { readWalFile } from './wal-file.ts'
import { schemaSql, schemaVersion } from '../schema.ts'
import type { CorruptionKind } from '../../../infra/log/fields.ts'
import { NewerQueue } from './unavailable.ts'

/** Bytes of a page, SQLite's default. */
export const pageBytes = 4096

/** The damage of a queue: what can't be read, what SQLite finds, or a log that ends too early. */
export interface Corruption {
  damage: CorruptionKind
  error?: unknown
  /** Entries of the log that can be read. */
  readable?: number
  /** All of its entries. */
  written?: number
}

/**
 * The damage of a file or its log; undefined where both are whole. Only reads, and leaves both as they are. Throws `NewerQueue`, or
 * the error of a computer that doesn't let it read.
 */
export function findCorruption(path: string): Corruption | undefined {
  try {
    return findBrokenFile(path) ?? findBrokenLog(path)
  } catch (error) {
    if (isCorruption(error)) return { damage: 'unreadable', error }
    throw error
  }
}

/** SQLite would read it up to the first broken frame, and silently drop the rest. */
function findBrokenLog(path: string): Corruption | undefined {
  const log = `${path}-wal`
  const found = existsSync(log) ? readWalFile(readFileSync(log), pageBytes) : undefined
  if (!found || found.readable === found.written) return undefined
  const { readable, written } = found
  return { damage: 'log', readable, written }
}

function findBrokenFile(path: string): Corruption | undefined {
  // While this one is open, closing the other one does not move the log into the file.
  const reader = connect(path, { readOnly: true })
  try {
    const version = readVersion(reader)
    if (version > schemaVersion) throw new NewerQueue(path, version)
    if (!isSound(path)) return { damage: 'integrity' }
    if (!isWritable(path)) return { damage: 'header' }
    return isAsMade(reader, version) ? undefined : { damage: 'tables' }
  } finally {
    reader.close()
  }
}

/** Whether SQLite finds nothing wrong with a file. A read-only connection won't do, because SQLite doesn't check constraints there. */
export function isSound(path: string): boolean {
  const database = connect(path)
  try {
    return findProblem(database, 'integrity_check') === undefined
  } finally {
    database.close()
  }
}

/** SQLite only reads a file that it takes for one of a newer SQLite. */
function isWritable(path: string): boolean {
  const file = openSync(path, 'r')
  const head = Buffer.alloc(2)
  try {
    readSync(file, head, 0, 2, 18)
  } finally {
    closeSync(file)
  }
  return head.every((formatVersion) => formatVersion === 1 || formatVersion === 2)
}

function isAsMade(database: Database, version: number): boolean {
  const found = readSchema(database)
  // Created just before the process ended.
  if (found.size === 0 && version === 0) return true
  const encoding = database.prepare('PRAGMA encoding').get()!['encoding']
  if (version === 0 || encoding !== 'UTF-8') return false
  const made = connect(':memory:')
  try {
    made.exec(schemaSql)
    return isSameSchema(found, readSchema(made))
  } finally {
    made.close()
  }
}

/** SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, AUTH: errors of the computer, not of the file. */
const computerErrors = [3, 5, 6, 7, 8, 10, 13, 14, 23]
/** SQLITE_IOERR_SHORT_READ: the file is shorter than it says. */
const shortRead = 522

function isCorruption(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  if (typeof code !== 'number') return false
  return code === shortRead || !computerErrors.includes(code & 0xff)
}
