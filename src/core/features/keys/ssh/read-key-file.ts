import { closeSync, constants, fstatSync, open, read, stat } from 'node:fs'
import { promisify } from 'node:util'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { localKeyFileLimit } from '../../../../shared/limits.ts'
import { beginsLikePrivateKey, headSize } from '../../../keys/openssh-public-part.ts'
import { tooLarge } from '../file-rows.ts'

export type KeyFile =
  | {
      /** A view into the buffer that was lent. */
      bytes: Buffer
      /** It begins like a private key, and `bytes` is its beginning only. */
      isPrivateHead: boolean
    }
  /** Why it was not read. */
  | { unread: Message }

/**
 * Reads a file of at most 64 KiB into a buffer that the caller lends and wipes.
 *
 * Promise: only regular files are read. A link's target is checked before it is opened. FIFOs, devices and sockets cannot block
 * it, because files are opened without blocking and checked again once open.
 */
export async function readKeyFile(path: string, isLink: boolean, lent: Buffer): Promise<KeyFile> {
  try {
    if (isLink) {
      const target = await promised.stat(path)
      if (target.isDirectory()) return { unread: message('keyFiles.linkToFolder') }
      if (!target.isFile()) return notAFile
    }
    const file = await promised.open(path, constants.O_RDONLY | nonBlocking)
    try {
      return await readOpened(file, lent)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { unread: reasons[code] ?? message('keyFiles.readError', { code }) }
  }
}

/** A buffer for `readKeyFile`: one byte above the limit shows that a file is too large. */
export function keyFileBuffer(): Buffer {
  return Buffer.alloc(localKeyFileLimit + 1)
}

const notAFile = { unread: message('keyFiles.notRegular') }

// Only these can be slow on a disk or network. `fstat` and `close` of an open file are not.
const promised = { open: promisify(open), stat: promisify(stat) }

/** Absent on Windows, which has neither. */
const nonBlocking = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const reasons: Record<string, Message> = {
  EACCES: message('keyFiles.noPermission'),
  EPERM: message('keyFiles.noPermission'),
  ELOOP: message('keyFiles.linkLoop'),
  ENOENT: message('keyFiles.missing'),
  ENOTDIR: message('keyFiles.missing'),
  ENXIO: notAFile.unread,
  EISDIR: message('keyFiles.folder'),
}

async function readOpened(file: number, lent: Buffer): Promise<KeyFile> {
  const opened = fstatSync(file)
  if (!opened.isFile()) return notAFile
  if (opened.size > localKeyFileLimit) return { unread: tooLarge(localKeyFileLimit) }
  let length = await readAt(file, lent, 0, headSize)
  const isPrivateHead = beginsLikePrivateKey(lent.subarray(0, length))
  if (!isPrivateHead && (length === headSize || length < opened.size)) {
    for (let count = 1; count > 0 && length < lent.length; length += count) {
      count = await readAt(file, lent, length, lent.length - length)
    }
    if (length > localKeyFileLimit) return { unread: tooLarge(localKeyFileLimit) }
  }
  return { bytes: lent.subarray(0, length), isPrivateHead }
}

function readAt(file: number, lent: Buffer, at: number, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, lent, at, count, null, (error, length) => (error ? reject(error) : resolve(length)))
  })
}
