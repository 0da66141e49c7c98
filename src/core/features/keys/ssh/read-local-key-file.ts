import { type OpenFile, withRegularFile } from '../../../infra/files/regular-file.ts'
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

/** Reads a regular file of at most 64 KiB into a buffer of the caller, who wipes it. */
export async function readLocalKeyFile(
  path: string,
  isLink: boolean,
  buffer: Buffer,
): Promise<KeyFile> {
  try {
    return await withRegularFile(path, (file) => readOpenFile(file, buffer))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'EISDIR' && isLink) return { reason: message('keyFiles.linkToFolder') }
    return { reason: errorReasons[code] ?? message('keyFiles.readError', { code }) }
  }
}

/** A buffer for `readLocalKeyFile`: one byte above the limit shows that a file is too large. */
export function keyFileBuffer(): Buffer {
  return Buffer.alloc(localKeyFileLimit + 1)
}

const errorReasons: Record<string, Message> = {
  EACCES: message('keyFiles.noPermission'),
  EPERM: message('keyFiles.noPermission'),
  ELOOP: message('keyFiles.linkLoop'),
  ENOENT: message('keyFiles.missing'),
  ENOTDIR: message('keyFiles.missing'),
  NOT_REGULAR: message('keyFiles.notRegular'),
  EISDIR: message('keyFiles.folder'),
}

async function readOpenFile(file: OpenFile, buffer: Buffer): Promise<KeyFile> {
  if (file.size > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  let length = await file.fill(buffer, 0, headSize)
  const isPrivateHead = beginsLikePrivateKey(buffer.subarray(0, length))
  if (!isPrivateHead && length === headSize) {
    length = await file.fill(buffer, length, buffer.length)
    if (length > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  }
  return { bytes: buffer.subarray(0, length), isPrivateHead }
}
