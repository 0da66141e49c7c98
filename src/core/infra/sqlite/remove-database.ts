import { rmSync } from 'node:fs'

/** What SQLite puts beside a database, and the seals that earlier versions put beside the directory. */
const suffixes = ['', '-wal', '-shm', '-journal', '-seal', '-seal-coming']

/** Removes a database with the files that belong to it. */
export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true })
}
