import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { currentTime } from '../../../shared/rules/clock.ts'
import { IrregularFileError } from './file-errors.ts'

/** A file's next version, already on disk next to it. */
export interface PreparedFile {
  /** Replaces the file without needing disk space. */
  commit(): void
  /** Deletes the next version. */
  cancel(): void
}

/** A file's content, whole or in pieces. */
type FileContent = string | Buffer | readonly string[]

/** Suffix of a file that isn't complete yet. */
export const unfinishedName = /[0-9a-f-]{36}\.next$/

/** An unpredictable path next to a file. */
export function unfinishedPath(path: string): string {
  // guard: unfinished-name
  return `${path}.${randomUUID()}.next`
}

/**
 * Writes a file's next version: after a crash, either the old or the new version is there in full. Guarantee: doesn't
 * follow links and replaces only regular files. Throws system errors.
 */
export function prepareFile(path: string, content: FileContent, mode = 0o600): PreparedFile {
  const next = unfinishedPath(path)
  writeNewFile(next, content, mode)
  return {
    commit() {
      // guard: replaced-kind
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
        throw new IrregularFileError(path, lstatSync(path).isDirectory())
      renameSync(next, path)
    },
    cancel: () => rmSync(next, { force: true }),
  }
}

/**
 * Writes a new file and flushes it to disk. Throws `EEXIST` if the name exists, even as a link, and other system
 * errors.
 */
export function writeNewFile(path: string, content: FileContent, mode = 0o600): void {
  // guard: exclusive-write
  const file = openSync(path, 'wx', 0o600)
  try {
    // Carries on after a short write, and throws if the disk is full.
    for (const piece of [content].flat()) writeFileSync(file, piece)
    if (mode !== 0o600) fchmodSync(file, mode)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Keeps the current file under another name, and returns that path. */
export function backUpBroken(path: string): string {
  const backup = `${path}.broken-${currentTime()}`
  try {
    linkSync(path, backup)
  } catch {
    // Not every file system supports links.
    copyFileSync(path, backup, constants.COPYFILE_EXCL)
  }
  return backup
}
