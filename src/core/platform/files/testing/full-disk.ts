import fs, { mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Makes saving any of these documents fail with a full disk until the test ends; returns a function that frees space
 * earlier. Linux only: opens its full-disk device in place of the documents' next versions, whose names can't be
 * predicted.
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
