import { type Message, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'

/** Limits on a copy. Without them, an endless list would fill the disk and memory. */
export interface SyncLimits {
  users: number
  /** The size in bytes of the file that holds all copies. */
  bytes: number
}

/** Fits into memory for the search, at about 300 bytes per user. */
export const maxUsers = 1_000_000

export const syncLimits: SyncLimits = { users: maxUsers, bytes: 2 * 1024 ** 3 }

/** Files up to this size are written no matter how little disk space is free. */
const smallBytes = 64 * 1024 ** 2

/** The current size of a copy. */
export interface DirectorySize {
  users: number
  /** The size in bytes of the file that holds all copies. */
  bytes: number
  /** Free bytes on its disk; undefined if unknown. */
  free: number | undefined
}

/** Throws if a copy has reached a limit. */
export function assertRoom(
  { users, bytes, free = Infinity }: DirectorySize,
  limits: SyncLimits,
): void {
  // guard: copy-users
  if (users > limits.users) {
    throw noRoomFailure(message('directory.tooManyUsers', { max: limits.users }))
  }
  // guard: copy-bytes
  if (bytes > limits.bytes || bytes > Math.max(smallBytes, free)) {
    const megabytes = Math.round(bytes / 1024 ** 2)
    throw noRoomFailure(message('directory.copyTooLarge', { megabytes }))
  }
}

function noRoomFailure(reason: Message): FailureError {
  return new FailureError({
    kind: 'unexpected',
    message: reason,
    hint: message('directory.noRoomHint'),
  })
}
