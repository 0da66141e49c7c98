import { FailureError } from '../../infra/failure.ts'

/** What a copy of the users may take up. An instance that never ends its list would fill the disk and the memory. */
export interface SyncLimits {
  users: number
  /** Bytes of the file with all copies. */
  bytes: number
}

/** As many as can be searched in memory: a user takes some 300 bytes there. */
export const mostUsers = 1_000_000

export const syncLimits: SyncLimits = { users: mostUsers, bytes: 2 * 1024 ** 3 }

/** A file of this size is not weighed against what is left on the disk. */
const smallBytes = 64 * 1024 ** 2

/** What a copy takes up now. */
export interface DirectorySize {
  users: number
  /** Bytes of the file with all copies. */
  bytes: number
  /** Bytes that are left on its disk; undefined where that is not known. */
  free: number | undefined
}

/** Throws where a copy has no room for more. */
export function checkRoom(
  { users, bytes, free = Infinity }: DirectorySize,
  limits: SyncLimits,
): void {
  // guard: copy-users
  if (users > limits.users) {
    throw noRoom(`The service lists more than ${limits.users.toLocaleString('en')} users.`)
  }
  // guard: copy-bytes
  if (bytes > limits.bytes || bytes > Math.max(smallBytes, free)) {
    const megabytes = Math.round(bytes / 1024 ** 2).toLocaleString('en')
    throw noRoom(`The local list of users takes up ${megabytes} MB, more than is left for it.`)
  }
}

function noRoom(message: string): FailureError {
  return new FailureError({
    kind: 'unexpected',
    message,
    hint: 'Reading stopped, and the users read so far are kept. Reset the caches in the settings to free the space.',
  })
}
