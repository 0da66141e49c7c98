import { type Stats, lstat } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Message, message } from '../../../shared/messages/message.ts'
import { diskProblem } from './disk-errors.ts'
import { IrregularFileError } from './file-errors.ts'
import { withListedFile } from './regular-file.ts'

/** A file that can't be read, or that others than the computer's administrators may have written. */
export class UntrustedFileError extends Error {
  /** The problem as a sentence. */
  readonly problem: Message

  constructor(problem: Message, cause?: unknown) {
    super(undefined, { cause })
    this.problem = problem
  }
}

/** The permission bits that let others than the owner write. */
const othersMayWrite = 0o022

/** In a folder with this bit, such as `/tmp`, only their owners can replace files and folders. */
const sticky = 0o1000

/**
 * Reads a file that only root can have written; undefined if there is none. Guarantee: the file and all folders above it belong to
 * root, nobody else can write to them, and none of them is a link. Throws an `UntrustedFileError`. On Windows, Node doesn't
 * report who may write, so only links, special files, and the size are checked.
 */
export async function readRootFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const file = resolve(path)
  try {
    const stats = await lstatOf(file)
    await assertRootFolders(file)
    // From here on, only root can replace it.
    assertRootOnly(file, stats)
    // Opening a device may have effects.
    // guard: root-file-kind
    if (!stats.isFile()) throw new IrregularFileError(file, stats.isDirectory())
    return await readAtMost(file, maxBytes)
  } catch (error) {
    if (error instanceof UntrustedFileError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UntrustedFileError(
      message('storage.notRead', { path: file, reason: diskProblem(error) }),
      error,
    )
  }
}

const lstatOf = promisify(lstat)

async function assertRootFolders(file: string): Promise<void> {
  const parent = dirname(file)
  for (let folder = parent; ; folder = dirname(folder)) {
    // guard: root-folders
    assertRootOnly(folder, await lstatOf(folder), folder !== parent)
    if (folder === dirname(folder)) return
  }
}

function assertRootOnly(path: string, stats: Stats, maySticky = false): void {
  // guard: root-file-link
  if (stats.isSymbolicLink()) throw new UntrustedFileError(message('policy.link', { path }))
  if (process.geteuid === undefined) return
  // guard: root-file-owner
  if (stats.uid !== 0) throw new UntrustedFileError(message('policy.notOfRoot', { path }))
  const isSticky = maySticky && (stats.mode & sticky) !== 0
  // guard: root-file-mode
  if ((stats.mode & othersMayWrite) !== 0 && !isSticky)
    throw new UntrustedFileError(message('policy.openToOthers', { path }))
}

async function readAtMost(path: string, maxBytes: number): Promise<Buffer> {
  return await withListedFile(path, async ({ fill }) => {
    const bytes = Buffer.alloc(maxBytes + 1)
    const length = await fill(bytes, 0, bytes.length)
    // guard: root-file-size
    if (length > maxBytes)
      throw new UntrustedFileError(
        message('policy.tooLarge', { path, kilobytes: Math.floor(maxBytes / 1024) }),
      )
    return bytes.subarray(0, length)
  })
}
