import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Failure } from '../../infra/failure.ts'
import type { Say } from '../../infra/log/log.ts'
import { removeDatabase } from '../../infra/sqlite/remove-database.ts'
import { UserDirectory } from './directory-store.ts'
import { type OpenDirectory, inMemory, openDirectory } from './open-directory.ts'

export interface DirectoryFilePorts {
  /** Undefined where nothing of the account may be on disk: then its copy is in memory. */
  path: string | undefined
  log: Say
}

/** The file with the copy of an account's list of users, opened when it is first used. It holds nothing that cannot be read again. */
export class DirectoryFile {
  readonly #ports: DirectoryFilePorts
  #copy: UserDirectory | undefined
  #open: OpenDirectory | undefined

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
    if (path === undefined || !this.#open?.isWritten) return undefined
    try {
      const { bavail, bsize } = statfsSync(dirname(path))
      return bavail * bsize
    } catch {
      return undefined
    }
  }

  /** The copy of the list; an empty one where there was none. */
  copy(): UserDirectory {
    if (this.#copy) return this.#copy
    this.#open ??= openDirectory(this.#ports.path, this.#ports.log)
    this.#copy = new UserDirectory(this.#open.database)
    return this.#copy
  }

  /** Throws the file away; the next use begins a new one, in memory where the disk does not let go of the old one. */
  discard(): void {
    this.close()
    const { path, log } = this.#ports
    try {
      if (path !== undefined) removeDatabase(path)
    } catch (error) {
      log('The copy of the directory could not be removed.', { error })
      this.#open = inMemory(error)
    }
  }

  close(): void {
    this.#copy = undefined
    this.#open?.database.close()
    this.#open = undefined
  }
}
