import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  open,
  openSync,
  read,
  readSync,
  stat,
  statSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { FileTooLargeError, IrregularFileError } from './file-errors.ts'

// Latchkey reads all files through this module; ESLint rejects any other way. Guarantee: only regular files are read,
// up to the reader's limit. A pipe, a device, or a socket in a setting, an argument, or behind a link can neither block
// Latchkey nor exhaust its memory: it is detected before it is opened (by its folder's listing or by `stat`), because
// opening a device may have side effects, and again afterwards.

/** Windows lacks the last two. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** Reads a complete file of at most `maxBytes`. Follows links. Throws system errors or those of `file-errors.ts`. */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  return withRegularFileSync(path, (file, size) => {
    let bytes = Buffer.alloc(Math.min(size, maxBytes) + 1)
    let length = 0
    for (let count = 1; count > 0; length += count) {
      // guard: read-limit
      if (length > maxBytes) throw new FileTooLargeError()
      // The file is growing, or the system doesn't report its size.
      if (length === bytes.length)
        bytes = Buffer.concat([bytes], Math.min(length * 2, maxBytes) + 1)
      count = readSync(file, bytes, length, bytes.length - length, null)
    }
    return bytes.subarray(0, length)
  })
}

/** Reads at most the first bytes of a file. Follows links and throws like `readRegularFile`. */
export function readBeginning(path: string, size: number): Buffer {
  return withRegularFileSync(path, (file) => {
    const bytes = Buffer.alloc(size)
    return bytes.subarray(0, readSync(file, bytes, 0, size, null))
  })
}

function withRegularFileSync<T>(path: string, act: (file: number, size: number) => T): T {
  // guard: regular-before-open
  assertRegular(statSync(path), path)
  const file = openSync(path, flags)
  try {
    const stats = fstatSync(file)
    // guard: regular-once-open
    assertRegular(stats, path)
    return act(file, stats.size)
  } finally {
    closeSync(file)
  }
}

/** An open regular file. */
export interface OpenFile {
  size: number
  /**
   * Fills a buffer from `start` to `end`, unless the file ends earlier; returns where it stopped. Continues where the last call
   * ended.
   */
  fill(buffer: Buffer, start: number, end: number): Promise<number>
}

/** Opens a file on a possibly slow disk or network, and closes it after `act`. Follows links. Throws like `readRegularFile`. */
export async function withRegularFile<T>(
  path: string,
  act: (file: OpenFile) => Promise<T>,
): Promise<T> {
  // guard: regular-before-open-async
  assertRegular(await asyncFs.stat(path), path)
  return openRegularFile(path, flags, act)
}

/**
 * Does the same for a file that its folder's listing just reported as regular, without asking again. Doesn't follow a
 * link that has replaced it since.
 */
export async function withListedFile<T>(
  path: string,
  act: (file: OpenFile) => Promise<T>,
): Promise<T> {
  // guard: listed-not-link
  return openRegularFile(path, flags | (constants.O_NOFOLLOW ?? 0), act)
}

async function openRegularFile<T>(
  path: string,
  openFlags: number,
  act: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await asyncFs.open(path, openFlags)
  try {
    const stats = fstatSync(file)
    // guard: regular-once-open-async
    assertRegular(stats, path)
    return await act({ size: stats.size, fill: (...part) => fill(file, ...part) })
  } finally {
    closeSync(file)
  }
}

// Only these can be slow, unlike `fstat` and `close` on an open file.
const asyncFs = { open: promisify(open), read: promisify(read), stat: promisify(stat) }

async function fill(file: number, buffer: Buffer, start: number, end: number): Promise<number> {
  let length = start
  for (let count = 1; count > 0 && length < end; length += count) {
    count = (await asyncFs.read(file, buffer, length, end - length, null)).bytesRead
  }
  return length
}

function assertRegular(stats: Stats, path: string): void {
  if (!stats.isFile()) throw new IrregularFileError(path, stats.isDirectory())
}
