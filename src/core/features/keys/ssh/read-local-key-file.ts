import { closeSync, constants, fstatSync, open, read, stat } from 'node:fs'
import { promisify } from 'node:util'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { localKeyFileLimit } from '../../../../shared/limits.ts'
import { beginsLikePrivateKey, headSize } from '../../../keys/openssh-public-part.ts'
import { fileTooLarge } from '../file-rows.ts'

export type KeyFile =
  | {
      /** A view into the given buffer. */
      bytes: Buffer
      /** It begins like a private key, and `bytes` is its beginning only. */
      isPrivateHead: boolean
    }
  /** Why it was not read. */
  | { reason: Message }

/**
 * Reads a file of at most 64 KiB into a buffer of the caller, who wipes it.
 *
 * Promise: only regular files are read. A link's target is checked before it is opened. FIFOs, devices and sockets cannot block
 * it, because files are opened without blocking and checked again once open.
 */
export async function readLocalKeyFile(
  path: string,
  isLink: boolean,
  buffer: Buffer,
): Promise<KeyFile> {
  try {
    if (isLink) {
      const target = await asyncFs.stat(path)
      if (target.isDirectory()) return { reason: message('keyFiles.linkToFolder') }
      if (!target.isFile()) return notAFile
    }
    const file = await asyncFs.open(path, constants.O_RDONLY | nonBlocking)
    try {
      return await readOpenFile(file, buffer)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { reason: errorReasons[code] ?? message('keyFiles.readError', { code }) }
  }
}

/** A buffer for `readLocalKeyFile`: one byte above the limit shows that a file is too large. */
export function keyFileBuffer(): Buffer {
  return Buffer.alloc(localKeyFileLimit + 1)
}

const notAFile = { reason: message('keyFiles.notRegular') }

// Only these can be slow on a disk or network. `fstat` and `close` of an open file are not.
const asyncFs = { open: promisify(open), stat: promisify(stat) }

/** Absent on Windows, which has neither. */
const nonBlocking = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const errorReasons: Record<string, Message> = {
  EACCES: message('keyFiles.noPermission'),
  EPERM: message('keyFiles.noPermission'),
  ELOOP: message('keyFiles.linkLoop'),
  ENOENT: message('keyFiles.missing'),
  ENOTDIR: message('keyFiles.missing'),
  ENXIO: notAFile.reason,
  EISDIR: message('keyFiles.folder'),
}

async function readOpenFile(file: number, buffer: Buffer): Promise<KeyFile> {
  const opened = fstatSync(file)
  if (!opened.isFile()) return notAFile
  if (opened.size > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  let length = await readAt(file, buffer, 0, headSize)
  const isPrivateHead = beginsLikePrivateKey(buffer.subarray(0, length))
  if (!isPrivateHead && (length === headSize || length < opened.size)) {
    for (let count = 1; count > 0 && length < buffer.length; length += count) {
      count = await readAt(file, buffer, length, buffer.length - length)
    }
    if (length > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  }
  return { bytes: buffer.subarray(0, length), isPrivateHead }
}

function readAt(file: number, buffer: Buffer, at: number, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, at, count, null, (error, length) =>
      error ? reject(error) : resolve(length),
    )
  })
}
