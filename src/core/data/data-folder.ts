import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where Latchkey keeps its files when nobody says otherwise: the system's own place for them. */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Latchkey')
  if (platform === 'win32') {
    return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Latchkey')
  }
  return join(environment.XDG_CONFIG_HOME ?? join(home, '.config'), 'Latchkey')
}

/** A data folder that this process, and no other, is using. */
export interface DataFolder {
  path: string
  close(): void
}

/** Thrown where another Latchkey is using the same folder. */
export class DataFolderInUse extends Error {
  constructor(path: string) {
    super(`Latchkey is already running with the data folder ${path}.`)
    this.name = 'DataFolderInUse'
  }
}

/** Makes the folder if need be, for its owner only, and keeps other processes out until it is closed. */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // An exclusive SQLite transaction is a lock that the system lets go of even when the process is killed.
  const lock = new DatabaseSync(join(path, 'lock.db'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (/locked|busy/.test(String(error))) throw new DataFolderInUse(path)
    throw error
  }
  return { path, close: () => lock.close() }
}
