import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PeopleCopy } from './people-copy.ts'

/** Goes up with every change of a table: a copy of another version is read again, never converted. */
const schemaVersion = 1

export interface DirectoryFilePorts {
  path: string
  /** The accounts that there are; copies of others are removed when the file is opened. */
  accounts(): readonly string[]
  log(message: string): void
}

/**
 * The file with the copies of all accounts' lists. It holds nothing that cannot be read again: one that cannot be opened, or is
 * of another version, is thrown away and begun anew.
 */
export class DirectoryFile {
  readonly #ports: DirectoryFilePorts
  readonly #copies = new Map<string, PeopleCopy>()
  #database: DatabaseSync | undefined

  constructor(ports: DirectoryFilePorts) {
    this.#ports = ports
  }

  /** The copy of an account's list; an empty one where there was none. */
  copy(account: string): PeopleCopy {
    const known = this.#copies.get(account)
    if (known) return known
    const database = this.#opened()
    database.prepare('INSERT OR IGNORE INTO copies (account) VALUES (?)').run(account)
    const { slot } = database.prepare('SELECT slot FROM copies WHERE account = ?').get(account) as {
      slot: number
    }
    const copy = new PeopleCopy(database, slot)
    this.#copies.set(account, copy)
    return copy
  }

  /** Removes an account's copy so that nothing of it stays in the file. */
  forget(account: string): void {
    if (!this.#database && !existsSync(this.#ports.path)) return
    const database = this.#opened()
    const found = database.prepare('SELECT slot FROM copies WHERE account = ?').get(account)
    this.#copies.delete(account)
    if (found) this.#drop(database, found.slot as number)
  }

  /** Throws the file away; the next use begins a new one. */
  discard(): void {
    this.close()
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      rmSync(`${this.#ports.path}${suffix}`, { force: true })
    }
  }

  close(): void {
    this.#copies.clear()
    const database = this.#database
    this.#database = undefined
    database?.close()
  }

  #opened(): DatabaseSync {
    if (this.#database) return this.#database
    mkdirSync(dirname(this.#ports.path), { recursive: true, mode: 0o700 })
    try {
      this.#database = opened(this.#ports.path)
    } catch (error) {
      this.#ports.log(`The copy of the directory is begun anew: ${String(error)}`)
      this.discard()
      this.#database = opened(this.#ports.path)
    }
    this.#removeOrphans(this.#database)
    return this.#database
  }

  /** An account may have gone while this file was not in use. */
  #removeOrphans(database: DatabaseSync): void {
    const accounts = new Set(this.#ports.accounts())
    for (const { slot, account } of database.prepare('SELECT slot, account FROM copies').all()) {
      if (!accounts.has(account as string)) this.#drop(database, slot as number)
    }
  }

  #drop(database: DatabaseSync, slot: number): void {
    // Names and addresses are overwritten, not only let go of.
    database.exec('PRAGMA secure_delete = ON')
    PeopleCopy.drop(database, slot)
    database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)')
  }
}

/** Throws where the file is no database, is damaged at its beginning, or has tables of another version. */
function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()!.count
    if (version === 0 && tables === 0) {
      database.exec(`BEGIN; ${schema}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
    } else if (version !== schemaVersion) {
      throw new Error(`it has version ${version}, and ${schemaVersion} is wanted`)
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const schema = `CREATE TABLE copies (
  slot INTEGER PRIMARY KEY,
  account TEXT NOT NULL UNIQUE,
  -- When the last whole reading ended.
  as_of INTEGER,
  -- When the reading began that has not come to its end, and where it goes on.
  began INTEGER,
  cursor TEXT
) STRICT`
