import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../shared/failure.ts'
import { checkApart } from './check-apart.ts'
import { copiesOf } from './copy-schema.ts'
import { type OpenCopy, closeCopy, inMemory, openCopy, removeCopy } from './open-copy.ts'
import { PeopleCopy } from './people-copy.ts'
import type { Say } from '../log/log.ts'

export interface DirectoryFilePorts {
  path: string
  /** The accounts that there are; copies of others are removed when the file is opened. */
  accounts(): readonly string[]
  log: Say
}

/**
 * The file with the copies of all accounts' lists. It holds nothing that cannot be read again: one that is not what was written,
 * or of another version, is thrown away and begun anew.
 */
export class DirectoryFile {
  readonly #ports: DirectoryFilePorts
  readonly #copies = new Map<string, PeopleCopy>()
  #open: OpenCopy | undefined
  #memory: DatabaseSync | undefined
  #checking: Promise<void> | undefined
  #isChecked = false

  constructor(ports: DirectoryFilePorts) {
    this.#ports = ports
  }

  /** What the disk does not let the file do; undefined where all is well. */
  get failure(): Failure | undefined {
    return this.#open?.failure
  }

  /** Bytes that are left on its disk; undefined where nothing is written there, or the system does not say. */
  freeBytes(): number | undefined {
    if (!this.#open?.isKept || !this.#open.mayWrite) return undefined
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#ports.path))
      return bavail * bsize
    } catch {
      return undefined
    }
  }

  /** Checks the file, if that was not done, without keeping others waiting; whoever opens it before that has to wait. */
  ready(): Promise<void> {
    if (this.isReady) return Promise.resolve()
    if (!existsSync(this.#ports.path)) return Promise.resolve()
    this.#checking ??= checkApart(this.#ports.path).then((isGood) => {
      this.#isChecked = isGood
      this.#checking = undefined
    })
    return this.#checking
  }

  get isReady(): boolean {
    return this.#open !== undefined || this.#isChecked
  }

  /** The copy of an account's list; an empty one where there was none. */
  copy(account: string): PeopleCopy {
    const known = this.#copies.get(account)
    if (known) return known
    const { database, mayWrite } = this.#opened()
    const copy = mayWrite ? newCopy(database, account) : this.#readable(database, account)
    this.#copies.set(account, copy)
    return copy
  }

  /** Removes an account's copy so that nothing of it stays in the file. */
  forget(account: string): void {
    if (!this.#open && !existsSync(this.#ports.path)) return
    const { database } = this.#opened()
    this.#copies.delete(account)
    const found = copiesOf(database).find((copy) => copy.account === account)
    if (found) this.#drop(database, found.slot)
  }

  /** Throws the file away; the next use begins a new one. */
  discard(): void {
    this.close()
    try {
      removeCopy(this.#ports.path)
    } catch (error) {
      this.#ports.log('The copy of the directory could not be removed.', { error })
    }
  }

  close(): void {
    this.#copies.clear()
    const open = this.#open
    this.#open = undefined
    if (open) closeCopy(open, this.#ports.path)
    this.#memory?.close()
    this.#memory = undefined
  }

  #opened(): OpenCopy {
    if (this.#open) return this.#open
    const open = openCopy(this.#ports.path, this.#ports.log, this.#isChecked)
    this.#isChecked = false
    this.#open = open
    if (open.mayWrite) this.#removeOrphans(open.database)
    return open
  }

  /** A file that cannot be written has copies of those alone who were there before. */
  #readable(database: DatabaseSync, account: string): PeopleCopy {
    const found = copiesOf(database).find((copy) => copy.account === account)
    if (found) return new PeopleCopy(database, found.slot, false)
    this.#memory ??= inMemory()
    return newCopy(this.#memory, account)
  }

  /** An account may have gone while this file was not in use. */
  #removeOrphans(database: DatabaseSync): void {
    const accounts = new Set(this.#ports.accounts())
    for (const { slot, account } of copiesOf(database)) {
      if (!accounts.has(account)) this.#drop(database, slot)
    }
  }

  #drop(database: DatabaseSync, slot: number): void {
    // Names and addresses are overwritten, not only let go of.
    database.exec('PRAGMA secure_delete = ON')
    PeopleCopy.drop(database, slot)
    database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)')
  }
}

function newCopy(database: DatabaseSync, account: string): PeopleCopy {
  database.prepare('INSERT OR IGNORE INTO copies (account) VALUES (?)').run(account)
  const { slot } = copiesOf(database).find((copy) => copy.account === account)!
  return new PeopleCopy(database, slot)
}
