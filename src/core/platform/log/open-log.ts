import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareFile } from '../files/atomic-write.ts'
import { readRegularFile } from '../files/regular-file.ts'
import { type Log, createLog } from './log.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { currentTime } from '../../../shared/rules/clock.ts'

/** A data folder's log. */
export interface OpenLog extends Log {
  file: LogFile
  /** An instance's name in the log. */
  tag(baseUrl: string): string
}

/** Opens the log in the `logs` folder of a data folder. `echo` gets warnings and errors, or everything if verbose. */
export function openLog(
  dataFolder: string,
  { verbose = false, echo }: { verbose?: boolean; echo?: (line: string) => void } = {},
): OpenLog {
  const folder = join(dataFolder, 'logs')
  const file = openLogFile(folder)
  const tag = createInstanceTags(join(folder, 'tag.key'))
  const log = createLog({
    write(line, level) {
      file.write(line)
      if (verbose || level === 'error' || level === 'warn') echo?.(line)
    },
    level: verbose ? 'debug' : 'info',
    now: currentTime,
    tag,
  })
  return { ...log, file, tag }
}

/**
 * Instance names for the log: stable, but meaningless on other computers, because they are derived from a key that is
 * only stored in `path`. If the key can't be stored, the names change on each start.
 */
function createInstanceTags(path: string): (baseUrl: string) => string {
  const key = loadKey(path)
  return (baseUrl) => {
    const digest = createHmac('sha256', key).update(baseUrl).digest('hex')
    return `instance-${digest.slice(0, 8)}`
  }
}

const keyBytes = 32

function loadKey(path: string): Buffer {
  try {
    const key = readRegularFile(path, keyBytes)
    if (key.length === keyBytes) return key
  } catch {
    // The key doesn't exist yet.
  }
  const key = randomBytes(keyBytes)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    prepareFile(path, key).commit()
  } catch {
    // The names are only valid until this process ends.
  }
  return key
}
