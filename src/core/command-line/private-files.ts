import { type Stats, lstatSync } from 'node:fs'
import type { ConnectionFiles } from './connection.ts'

/** What must be a folder, a file, or a socket of this user, closed to all others. */
type Kind = 'folder' | 'file' | 'socket'

const isKind: Record<Kind, (stats: Stats) => boolean> = {
  folder: (stats) => stats.isDirectory(),
  file: (stats) => stats.isFile(),
  socket: (stats) => stats.isSocket(),
}

/** Something else is in the place of one of Latchkey's files, or others may use it. */
export class UnsafeFileError extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.name = 'UnsafeFileError'
    this.path = path
  }
}

/** Whether something exists. Throws unless it is of this kind and belongs to this user alone. Doesn't follow links. */
export function existsPrivately(path: string, kind: Kind): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  const isPrivate = stats.uid === process.geteuid?.() && (stats.mode & 0o077) === 0
  // guard: command-files
  if (!isKind[kind](stats) || !isPrivate) throw new UnsafeFileError(path)
  return true
}

/** What of a connection exists. Throws if any of it isn't safe to use. */
export function existingFiles({ folder, key, socket }: ConnectionFiles) {
  const hasFolder = existsPrivately(folder, 'folder')
  return {
    key: hasFolder && existsPrivately(key, 'file'),
    socket: hasFolder && existsPrivately(socket, 'socket'),
  }
}
