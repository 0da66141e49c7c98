import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { rescueInto, setAside } from './rescue.ts'
import { schema, schemaVersion } from './schema.ts'

/** Thrown where the file is of a newer Latchkey; its message is for a person. */
export class NewerOutbox extends Error {
  constructor(path: string, version: number) {
    super(
      `The queue of actions in ${path} was written by a newer Latchkey (${version}, this one knows ${schemaVersion}). ` +
        'Start that one, or keep the file somewhere else and start again.',
    )
    this.name = 'NewerOutbox'
  }
}

/**
 * Opens the queue of actions, which is made if there is none. Promise: what a transaction on it has committed survives the
 * end of the process and of the machine. A file that is damaged is set aside whole, and what can be read of it is kept on.
 */
export function openOutbox(path: string, log: (message: string) => void): DatabaseSync {
  const damage = existsSync(path) ? damageOf(path) : undefined
  if (damage === undefined) return begun(prepared(path))
  const aside = setAside(path)
  const database = prepared(path)
  const { rows, lost } = rescueInto(database, aside)
  log(
    `The queue of actions in ${path} was damaged (${damage}) and was moved to ${aside}; ${rows} rows of it were ` +
      `rescued${lost ? ', others could not be read' : ''}. Compare the list of actions with what you ordered.`,
  )
  return begun(database)
}

/** What the end of the process before left behind. */
function begun(database: DatabaseSync): DatabaseSync {
  // Whether these arrived nobody knows. Accounts of the demo service ended, and with them what they ordered.
  database.exec(`
    UPDATE actions SET state = 'unknown' WHERE state = 'sending';
    DELETE FROM owners WHERE demo = 1;
  `)
  return database
}

function prepared(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    // FULL: a commit has reached the disk when it returns.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    )
    migrate(database, path)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync, path: string): void {
  const version = versionOf(database)
  if (version > schemaVersion) throw new NewerOutbox(path, version)
  if (version === schemaVersion) return
  database.exec(`BEGIN IMMEDIATE; ${schema} PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** What is wrong with a file; nothing where it is whole. */
function damageOf(path: string): string | undefined {
  const database = new DatabaseSync(path)
  try {
    if (versionOf(database) > schemaVersion) return undefined
    const [first] = database.prepare('PRAGMA integrity_check(1)').all()
    const found = String(first?.['integrity_check'])
    return found === 'ok' ? undefined : found.replace(/\s+/g, ' ')
  } catch (error) {
    if (isDamage(error)) return String((error as Error).message)
    throw error
  } finally {
    database.close()
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()!['user_version'])
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, with their extended codes. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}
