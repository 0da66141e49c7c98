import { rmSync } from 'node:fs'

/** The files of SQLite beside a database, and the seals of earlier versions. */
const suffixes = ['', '-wal', '-shm', '-journal', '-seal', '-seal-coming']

/** Removes a database with the files that belong to it. */
export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true })
}
