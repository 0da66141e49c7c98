import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { auditLogTable } from '../../../audit-log/schema.ts'
import { readLogFile } from './wal-file.ts'
import { schemaChange, schemaVersion } from '../schema.ts'
import type { CorruptionKind } from '../../../infra/log/fields.ts'
import { NewerQueue } from './unavailable.ts'

/** Bytes of a page, as SQLite makes them where nobody says otherwise. */
export const pageBytes = 4096

/** What is wrong with a queue: what cannot be read, what SQLite calls damage, or a log that ends too early. */
export interface Corruption {
  damage: CorruptionKind
  error?: unknown
  /** How many entries of the log can be read. */
  readable?: number
  /** Of how many. */
  written?: number
}

/**
 * What is wrong with a file or its log; nothing where both are whole. Only reads, and leaves both as they are. Throws
 * `NewerQueue`, or what the machine says that does not let it read.
 */
export function corruptionOf(path: string): Corruption | undefined {
  try {
    return brokenFile(path) ?? brokenLog(path)
  } catch (error) {
    if (isCorruption(error)) return { damage: 'unreadable', error }
    throw error
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()!['user_version'])
}

/** SQLite would read it up to the first broken frame, and say nothing of what it drops. */
function brokenLog(path: string): Corruption | undefined {
  const log = `${path}-wal`
  const found = existsSync(log) ? readLogFile(readFileSync(log), pageBytes) : undefined
  if (!found || found.readable === found.written) return undefined
  const { readable, written } = found
  return { damage: 'log', readable, written }
}

function brokenFile(path: string): Corruption | undefined {
  // As long as this one is open, the other does not move the log into the file when it is closed.
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const version = versionOf(reader)
    if (version > schemaVersion) throw new NewerQueue(path, version)
    if (integrityOf(path) !== 'ok') return { damage: 'integrity' }
    if (!isWritable(path)) return { damage: 'header' }
    return isAsMade(reader, version) ? undefined : { damage: 'tables' }
  } finally {
    reader.close()
  }
}

/** What SQLite says of a file, `ok` where it is whole. Not asked of a connection that only reads, because SQLite does not look at the constraints there. */
export function integrityOf(path: string): string {
  const database = new DatabaseSync(path)
  try {
    return String(database.prepare('PRAGMA integrity_check(1)').get()!['integrity_check'])
  } finally {
    database.close()
  }
}

/** A file of which SQLite believes that a newer one wrote it is only read. */
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

function isAsMade(database: DatabaseSync, version: number): boolean {
  const found = tablesIn(database)
  // Made, and then the process ended.
  if (found.size === 0 && version === 0) return true
  const encoding = database.prepare('PRAGMA encoding').get()!['encoding']
  if (version === 0 || encoding !== 'UTF-8') return false
  const made = new DatabaseSync(':memory:')
  made.exec(schemaChange(0, version))
  const wanted = tablesIn(made)
  // Up to version 2 the audit log made its table itself, when it was first opened.
  made.exec(auditLogTable)
  const withJournal = tablesIn(made)
  made.close()
  return isSame(found, wanted) || isSame(found, withJournal)
}

function tablesIn(database: DatabaseSync): Map<string, string> {
  const rows = database.prepare('SELECT name, sql FROM sqlite_master').all()
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
}

function isSame(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql)
}

/** SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, AUTH: of the machine, and not of the file. */
const ofTheMachine = [3, 5, 6, 7, 8, 10, 13, 14, 23]
/** SQLITE_IOERR_SHORT_READ: the file is shorter than it says. */
const shortRead = 522

function isCorruption(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  if (typeof code !== 'number') return false
  return code === shortRead || !ofTheMachine.includes(code & 0xff)
}
