import {
  closeSync,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { currentTime } from '../../../shared/clock.ts'

/** The next version of a file, on disk beside it. */
export interface PreparedFile {
  /** Replaces the file, which needs no disk space. */
  commit(): void
  /** Removes it. */
  cancel(): void
}

/** Writes the next version of a file: after a crash there is the old one or the new one, whole. Throws as the system does. */
export function prepareFile(path: string, content: string | Buffer, mode = 0o600): PreparedFile {
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o600)
  try {
    // Continues after a short write, and throws if the disk is full.
    writeFileSync(file, content)
    if (mode !== 0o600) fchmodSync(file, mode)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return { commit: () => renameSync(next, path), cancel: () => rmSync(next, { force: true }) }
}

/** Keeps the current file under another name, and returns that path. */
export function backUpBroken(path: string): string {
  const aside = `${path}.broken-${currentTime()}`
  try {
    linkSync(path, aside)
  } catch {
    // Not every disk has links.
    copyFileSync(path, aside)
  }
  return aside
}
