import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Failure } from '../../../shared/failure.ts'
import { checkApart } from './check-apart.ts'
import { copiesOf } from './directory-schema.ts'
import {
  type OpenDirectory,
  closeDirectory,
  inMemory,
  openDirectory,
  removeDirectory,
} from './open-directory.ts'
import { UserDirectory } from './directory-store.ts'
import type { Database } from '../../infra/sqlite/database.ts'
import type { Say } from '../../infra/log/log.ts'

export interface DirectoryFilePorts {
  account: string
  /** Undefined where nothing of the account may be on disk: then its copy is in memory. */
  path: string | undefined
  log: Say
}

/**
 * The file with the copy of an account's list of users. It holds nothing that cannot be read again: one that is not what was
 * written, or of another version, is thrown away and begun anew.
 */
export class DirectoryFile {
  readonly #ports: DirectoryFilePorts
  #copy: UserDirectory | undefined
  #open: OpenDirectory | undefined
  #memory: Database | undefined
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
    const { path } = this.#ports
    if (path === undefined || !this.#open?.isKept || !this.#open.mayWrite) return undefined
    try {
      const { bavail, bsize } = statfsSync(dirname(path))
      return bavail * bsize
    } catch {
      return undefined
    }
  }

  /** Checks the file, if that was not done, without keeping others waiting; whoever opens it before that has to wait. */
  ready(): Promise<void> {
    const { path } = this.#ports
    if (this.isReady || path === undefined || !existsSync(path)) return Promise.resolve()
    this.#checking ??= checkApart(path).then((isGood) => {
      this.#isChecked = isGood
      this.#checking = undefined
    })
    return this.#checking
  }

  get isReady(): boolean {
    return this.#open !== undefined || this.#isChecked
  }

  /** The copy of the list; an empty one where there was none. */
  copy(): UserDirectory {
    if (this.#copy) return this.#copy
    const { database, mayWrite } = this.#opened()
    this.#copy = mayWrite ? this.#newCopy(database) : this.#readable(database)
    return this.#copy
  }

  /** Throws the file away; the next use begins a new one. */
  discard(): void {
    this.close()
    const { path, log } = this.#ports
    try {
      if (path !== undefined) removeDirectory(path)
    } catch (error) {
      log('The copy of the directory could not be removed.', { error })
    }
  }

  close(): void {
    this.#copy = undefined
    const open = this.#open
    this.#open = undefined
    if (open) closeDirectory(open, this.#ports.path)
    this.#memory?.close()
    this.#memory = undefined
  }

  #opened(): OpenDirectory {
    this.#open ??= openDirectory(this.#ports.path, this.#ports.log, this.#isChecked)
    this.#isChecked = false
    return this.#open
  }

  /** A file that cannot be written has a copy only if it was there before. */
  #readable(database: Database): UserDirectory {
    const found = copiesOf(database).find(({ account }) => account === this.#ports.account)
    if (found) return new UserDirectory(database, found.slot, false)
    this.#memory ??= inMemory()
    return this.#newCopy(this.#memory)
  }

  #newCopy(database: Database): UserDirectory {
    const { account } = this.#ports
    database.prepare('INSERT OR IGNORE INTO copies (account) VALUES (?)').run(account)
    const { slot } = copiesOf(database).find((copy) => copy.account === account)!
    return new UserDirectory(database, slot)
  }
}
