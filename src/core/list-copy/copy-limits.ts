import { type Message, message } from '../../shared/messages/message.ts'
import type { CopyTexts } from './copy-texts.ts'
import { FailureError } from '../platform/failure.ts'

/** Limits on a copy. Without them, an endless list would fill the disk and memory. */
export interface SyncLimits {
  entries: number
  /** The size in bytes of the copy's file. */
  bytes: number
}

/** Fits into memory for the search, at about 300 bytes per user. */
export const maxEntriesOfCopy = 1_000_000

export const syncLimits: SyncLimits = { entries: maxEntriesOfCopy, bytes: 2 * 1024 ** 3 }

/** Files up to this size are written no matter how little disk space is free. */
const smallBytes = 64 * 1024 ** 2

/** The current size of a copy. */
export interface CopySize {
  entries: number
  /** The size in bytes of its file. */
  bytes: number
  /** Free bytes on its disk; undefined if unknown. */
  free: number | undefined
}

/** Throws if a copy has reached a limit. */
export function assertRoom(
  { entries, bytes, free = Infinity }: CopySize,
  limits: SyncLimits,
  texts: CopyTexts,
): void {
  // guard: copy-users
  if (entries > limits.entries) {
    throw noRoomFailure(message(texts.tooMany, { max: limits.entries }), texts)
  }
  // guard: copy-bytes
  if (bytes > limits.bytes || bytes > Math.max(smallBytes, free)) {
    const megabytes = Math.round(bytes / 1024 ** 2)
    throw noRoomFailure(message(texts.tooLarge, { megabytes }), texts)
  }
}

function noRoomFailure(reason: Message, { noRoomHint }: CopyTexts): FailureError {
  return new FailureError({
    kind: 'unexpected',
    message: reason,
    hint: message(noRoomHint),
  })
}
