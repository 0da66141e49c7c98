import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'

const messageIds: Record<string, MessageId> = {
  EACCES: 'storage.permissionDenied',
  EPERM: 'storage.permissionDenied',
  EROFS: 'storage.diskReadOnly',
  ENOSPC: 'storage.diskFull',
  EDQUOT: 'storage.quotaUsedUp',
  EFBIG: 'storage.fileTooLarge',
  ENOENT: 'storage.folderGone',
  BROKEN_LINK: 'storage.brokenLink',
  NOT_REGULAR: 'storage.notRegular',
  TOO_LARGE: 'storage.tooLarge',
  EISDIR: 'storage.folderInPlace',
  ERR_FS_EISDIR: 'storage.folderInPlace',
  ENOTDIR: 'storage.fileInPlace',
  ELOOP: 'storage.linkCircle',
  ENAMETOOLONG: 'storage.nameTooLong',
  EMFILE: 'storage.tooManyFiles',
  ENFILE: 'storage.tooManyFiles',
}

/** The problem with a file or folder, worded for the end of a sentence. */
export function diskProblem(error: unknown): Message {
  const { code = '' } = error as NodeJS.ErrnoException
  const id = messageIds[code]
  return id ? message(id) : message('storage.systemSays', { code: code || String(error) })
}

/** Whether the disk is full. Existing files can still be read. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
