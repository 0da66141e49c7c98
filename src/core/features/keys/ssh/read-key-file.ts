import { closeSync, constants, fstatSync, open, read, stat } from 'node:fs'
import { promisify } from 'node:util'
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
  /** The rest of a sentence that begins with the file's name. */
  | { unread: string }

/**
 * Reads a file of at most 64 KiB into a buffer that the caller lends and wipes.
 *
 * Promise: only ordinary files are read. A link is looked at before it is opened; FIFOs, devices and sockets are not waited
 * for, because opening never blocks and what was opened is checked again.
 */
export async function readKeyFile(path: string, isLink: boolean, lent: Buffer): Promise<KeyFile> {
  try {
    if (isLink) {
      const target = await promised.stat(path)
      if (target.isDirectory()) return { unread: 'is a link to a folder, which is not followed' }
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
    return { unread: reasons[code] ?? `could not be read (${code})` }
  }
}

/** A buffer for `readKeyFile`: one byte more tells that there is more. */
export function keyFileBuffer(): Buffer {
  return Buffer.alloc(localKeyFileLimit + 1)
}

const notAFile = { unread: 'is not an ordinary file' }

// What a slow disk or net may keep waiting. Of an open file its kind is known already, and closing one that was only read
// waits for nothing.
const promised = { open: promisify(open), stat: promisify(stat) }

/** Absent on Windows, which has neither. */
const nonBlocking = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const reasons: Record<string, string> = {
  EACCES: 'may not be read by you',
  EPERM: 'may not be read by you',
  ELOOP: 'is a link that leads in a circle',
  ENOENT: 'is not there any more, or is a link to nothing',
  ENOTDIR: 'is not there any more, or is a link to nothing',
  ENXIO: notAFile.unread,
  EISDIR: 'is a folder',
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
