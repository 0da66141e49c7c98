import fs, { mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Lets the system say that the disk is full whenever one of these documents is saved, until the test ends; returns what makes room
 * before. For Linux, which has a device for it: it is opened in the place of their next versions, whose names nobody knows.
 */
export function fillDisk(folder: string, ...documents: string[]): () => void {
  mkdirSync(folder, { recursive: true })
  const starts = documents.map((name) => join(folder, `${name}.`))
  const { openSync } = fs
  const makeRoom = () => {
    fs.openSync = openSync
    syncBuiltinESMExports()
  }
  fs.openSync = (path, flags, mode) =>
    starts.some((start) => String(path).startsWith(start))
      ? openSync('/dev/full', 'w')
      : openSync(path, flags, mode)
  syncBuiltinESMExports()
  onTestFinished(makeRoom)
  return makeRoom
}
