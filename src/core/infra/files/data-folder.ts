import { randomUUID } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { diskTrouble, isFull } from './disk-errors.ts'
import { type Database, connect } from '../sqlite/database.ts'
import { checkDataFolder, keepNewFilesPrivate } from './private-folder.ts'

/** Where Latchkey keeps its files when nobody says otherwise: the system's own place for them. */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Latchkey')
  if (platform === 'win32') {
    return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Latchkey')
  }
  return join(environment.XDG_CONFIG_HOME ?? join(home, '.config'), 'Latchkey')
}

/** A data folder that this process, and no other, is using. */
export interface DataFolder {
  path: string
  close(): void
}

/** Thrown where another Latchkey is using the same folder. */
export class DataFolderInUse extends Error {
  constructor(path: string) {
    super(
      `Latchkey is already running with the data folder ${path}. Close it, or choose another folder with --data.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/** Thrown where a folder cannot be used at all; the message names it and says what to do. */
export class DataFolderUnusable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`Latchkey can't use its data folder: ${why}`, options)
    this.name = 'DataFolderUnusable'
  }
}

const advice = 'Give your user read and write access to it, or choose another folder with --data.'

/**
 * Makes the folder if need be, and checks that it can be used; returns where it really is, as the path may lead there by a link.
 * Promise: it belongs to the person who runs this process, and no other user can enter it or read a file that this process makes
 * from now on.
 */
export function makeDataFolder(path: string): string {
  keepNewFilesPrivate()
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const folder = realpathSync(path)
    const trouble = checkDataFolder(folder)
    if (trouble) throw new DataFolderUnusable(trouble)
    readdirSync(folder)
    tryWriting(join(folder, `.latchkey-${randomUUID()}`))
    return folder
  } catch (error) {
    if (error instanceof DataFolderUnusable) throw error
    throw new DataFolderUnusable(`${path} ${whyNotFolder(path, error)}. ${advice}`, {
      cause: error,
    })
  }
}

/** Rights that the system tells of are not always those that count, as on a network's disk. What is full can still be read. */
function tryWriting(probe: string): void {
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe, { force: true })
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

/** How long to wait for another process that is just finding out who may have the folder, in milliseconds. */
const lockPatienceMs = 1000

/** Makes the folder if need be, and keeps other processes out until it is closed. */
export function openDataFolder(given: string): DataFolder {
  const path = makeDataFolder(given)
  const file = join(path, 'lock.db')
  let lock: Database | undefined
  try {
    lock = connect(file, { timeout: lockPatienceMs })
    // An exclusive SQLite transaction is a lock that the system lets go of even when the process is killed. A file that can
    // only be read takes part in none, and tells so at the first write. Nothing ever reaches the disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
  } catch (error) {
    lock?.close()
    if (codeOf(error) === sqlite.busy) throw whoHolds(path, file)
    throw new DataFolderUnusable(`${file} ${whyNoLock(file, error)}`, { cause: error })
  }
  return { path, close: () => lock.close() }
}

/** A Latchkey lets nobody else read its lock. A program that may only read the file can keep others from writing it. */
function whoHolds(path: string, file: string): Error {
  // guard: lock-reader
  try {
    const reader = connect(file, { readOnly: true })
    try {
      reader.exec('SELECT 1 FROM sqlite_schema')
    } finally {
      reader.close()
    }
  } catch {
    return new DataFolderInUse(path)
  }
  return new DataFolderUnusable(`${file} is locked by another program. ${noLatchkeyThere}`)
}

const noLatchkeyThere =
  'Make sure that no Latchkey uses this folder, delete the file, then start again.'

function whyNotFolder(path: string, error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return 'is a link to a folder that is gone'
  }
  if (code === 'EEXIST') return 'is a file, not a folder'
  if (code === 'ENOTDIR') return 'lies below a file, not a folder'
  return `can't be used (${diskTrouble(error)})`
}

/** SQLite's primary result codes. https://www.sqlite.org/rescode.html */
const sqlite = { busy: 5, readOnly: 8, corrupt: 11, cannotOpen: 14, notADatabase: 26 }

function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  // The rest tells more about the same.
  return errcode === undefined ? undefined : errcode & 0xff
}

function whyNoLock(file: string, error: unknown): string {
  const code = codeOf(error)
  if (code === sqlite.notADatabase || code === sqlite.corrupt) {
    return `isn't Latchkey's lock file. ${noLatchkeyThere}`
  }
  if (code === sqlite.cannotOpen && statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return 'is a folder, not a file. Move it away, then start again.'
  }
  if (code === sqlite.readOnly || code === sqlite.cannotOpen) {
    return "can't be opened for writing. Give your user read and write access to it, or delete it where no Latchkey uses this folder, then start again."
  }
  return `can't be locked (${(error as Error).message}). Choose a folder on a disk of this computer with --data.`
}
