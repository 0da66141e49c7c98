import { rmSync } from 'node:fs'

/** Removes a database with the files that SQLite puts beside it, and those with other suffixes. */
export function removeDatabase(path: string, suffixes: readonly string[] = []): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', ...suffixes]) {
    rmSync(`${path}${suffix}`, { force: true })
  }
}
