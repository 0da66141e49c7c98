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
import { join } from 'node:path'
import { type Message, message } from '../../../shared/messages/message.ts'
import { t } from '../messages.ts'
import { diskProblem, isDiskFull } from './disk-errors.ts'
import { type Database, connect } from '../sqlite/database.ts'
import { resultCodes, sqliteCode } from '../sqlite/database-failure.ts'
import { removeUnfinishedFiles } from './own-files.ts'
import { checkDataFolder, keepNewFilesPrivate } from './private-folder.ts'

/** A data folder that only this process uses. */
export interface DataFolder {
  path: string
  close(): void
}

/** Another Latchkey is using the same folder. */
export class DataFolderInUse extends Error {
  constructor(path: string) {
    super(t('storage.folderInUse', { path }))
    this.name = 'DataFolderInUse'
  }
}

/** The folder can't be used; the message includes its path and explains what to do. */
export class DataFolderUnusable extends Error {
  constructor(reason: Message, options?: ErrorOptions) {
    super(t('storage.folderUnusable', { reason }), options)
    this.name = 'DataFolderUnusable'
  }
}

/**
 * Creates the folder if necessary and checks that it can be used; returns its real path. Guarantee: it belongs to the
 * user running this process, and other users can't enter it or read files that this process creates from now on.
 */
export function makeDataFolder(path: string): string {
  keepNewFilesPrivate()
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const folder = realpathSync(path)
    const problem = checkDataFolder(folder)
    if (problem) throw new DataFolderUnusable(problem)
    readdirSync(folder)
    assertWritable(join(folder, `.latchkey-${randomUUID()}`))
    return folder
  } catch (error) {
    if (error instanceof DataFolderUnusable) throw error
    throw new DataFolderUnusable(describeFolderFailure(path, error), { cause: error })
  }
}

/**
 * Tries to write, because network drives may report wrong permissions. A full disk is fine, as it can still be read.
 */
function assertWritable(probe: string): void {
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe, { force: true })
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** How long (ms) to wait for another process that is trying to lock the folder. */
const lockTimeoutMs = 1000

/** Creates the folder if necessary, and locks it against other processes until it is closed. */
export function openDataFolder(given: string): DataFolder {
  const path = makeDataFolder(given)
  const file = join(path, 'lock.db')
  let lock: Database | undefined
  try {
    lock = connect(file, { timeout: lockTimeoutMs })
    // An exclusive SQLite transaction is a lock that the system releases even if the process is killed. A read-only
    // file can't be locked this way, and fails at the first write. Nothing is ever written to the disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === resultCodes.busy) throw lockHolderError(path, file)
    throw new DataFolderUnusable(describeLockFailure(file, error), { cause: error })
  }
  // No other Latchkey is writing here.
  removeUnfinishedFiles(path)
  return { path, close: () => lock.close() }
}

/**
 * A running Latchkey's lock keeps others from reading the file. If it can be read, another program blocks the lock,
 * which any reader can do.
 */
function lockHolderError(path: string, file: string): Error {
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
  return new DataFolderUnusable(message('storage.lockTaken', { file }))
}

function describeFolderFailure(path: string, error: unknown): Message {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return message('storage.folderBrokenLink', { path })
  }
  if (code === 'EEXIST') return message('storage.folderIsFile', { path })
  if (code === 'ENOTDIR') return message('storage.folderBelowFile', { path })
  return message('storage.folderUnwritable', { path, reason: diskProblem(error) })
}

function describeLockFailure(file: string, error: unknown): Message {
  const code = sqliteCode(error)
  if (code === resultCodes.notADatabase || code === resultCodes.corrupt) {
    return message('storage.lockForeign', { file })
  }
  if (code === resultCodes.cannotOpen && statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return message('storage.entryIrregular', { path: file })
  }
  if (code === resultCodes.readOnly || code === resultCodes.cannotOpen) {
    return message('storage.lockUnwritable', { file })
  }
  return message('storage.lockFailed', { file, reason: (error as Error).message })
}
