import { rmSync } from 'node:fs'

/** The files of SQLite beside a database. */
const suffixes = ['', '-wal', '-shm', '-journal']

/** Removes a database with the files that belong to it. */
export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true })
}
