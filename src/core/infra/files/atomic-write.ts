import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'

/** The next version of a file, on disk beside it. */
export interface PreparedFile {
  /** Puts it in place, which needs no room. */
  commit(): void
  /** Removes it. */
  cancel(): void
}

/** Writes the next version of a file: after a crash there is the old one or the new one, whole. Throws as the system does. */
export function prepareFile(path: string, text: string): PreparedFile {
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o600)
  try {
    // Goes on after a short write, as on a disk that is nearly full, and throws where nothing more fits.
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return { commit: () => renameSync(next, path), cancel: () => rmSync(next, { force: true }) }
}

/** Keeps what a file is now under another name, so that the next version does not overwrite it; returns the path. */
export function backUpBroken(path: string): string {
  const aside = `${path}.broken-${Date.now()}`
  try {
    linkSync(path, aside)
  } catch {
    // Not every disk has links.
    copyFileSync(path, aside)
  }
  return aside
}
